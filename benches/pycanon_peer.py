"""What pyCANON says of tables, for `cargo xtask bench peers`, as JSON on standard output.

    agree FOLDER                     makes small tables in the folder and measures them
    measure TABLE QUASI SENSITIVE    measures one table; columns are joined by commas
    cost RUNS COMMAND…               the processor time of each run of a command, in seconds, sharper than /proc tells it
    wide TABLE ROWS                  makes a table of fifteen columns, and counts all combinations of up to three

Tables are CSV with semicolons and without missing cells. The same seeds give the same tables.
"""

import itertools
import json
import math
import pathlib
import random
import resource
import subprocess
import sys
import time
import warnings

import numpy as np
import pandas as pd
from pycanon import anonymity

SEPARATOR = ";"
RANDOM_TABLES = 30
SEED = 4
WIDE_COLUMNS = [2, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 75, 100]


def plain(value):
    """A number as JSON has it: nothing for what is no number."""
    value = float(value)
    return value if math.isfinite(value) else None


def measured(data, quasi, sensitive, joint):
    """All of pyCANON's numbers and the processor time of each function, or the name of the error it ends with."""
    together = {"gen": not joint}
    functions = {
        "k": lambda: [anonymity.k_anonymity(data, quasi)],
        "alpha": lambda: anonymity.alpha_k_anonymity(data, quasi, sensitive, **together),
        "l": lambda: [anonymity.l_diversity(data, quasi, sensitive, **together)],
        "entropy_l": lambda: [anonymity.entropy_l_diversity(data, quasi, sensitive, **together)],
        "recursive_c": lambda: anonymity.recursive_c_l_diversity(data, quasi, sensitive, **together),
        "t": lambda: [anonymity.t_closeness(data, quasi, sensitive, **together)],
        "beta": lambda: [anonymity.basic_beta_likeness(data, quasi, sensitive, **together)],
        "enhanced_beta": lambda: [anonymity.enhanced_beta_likeness(data, quasi, sensitive, **together)],
        "delta": lambda: [anonymity.delta_disclosure(data, quasi, sensitive, **together)],
    }
    said, seconds = {}, {}
    for name, function in functions.items():
        start = time.process_time()
        try:
            said[name] = [plain(value) for value in function()]
        except ArithmeticError as error:
            said[name] = type(error).__name__
        seconds[name] = time.process_time() - start
    numeric = [pd.api.types.is_numeric_dtype(data[column]) for column in sensitive]
    return {"quasi": quasi, "sensitive": sensitive, "numeric": numeric, "joint": joint, "said": said, "seconds": seconds}


def asks(path, quasi, sensitive):
    """Each sensitive column alone, then all of them, apart and jointly."""
    data = pd.read_csv(path, sep=SEPARATOR)
    assert not data.isna().any().any(), f"{path} has missing cells"
    ways = [([column], False) for column in sensitive]
    if len(sensitive) > 1:
        ways += [(sensitive, False), (sensitive, True)]
    return [{"table": str(path), **measured(data, quasi, columns, joint)} for columns, joint in ways]


def sensitive_values(draw):
    """Values of one kind: words, whole numbers, decimals or days."""
    spell = draw.choice(
        [
            lambda at: f"v{at}",
            lambda at: str(at * at - 7),
            lambda at: f"{at * 12.25 - 20:.2f}",
            lambda at: f"2024-0{at + 1}-15",
        ]
    )
    return [spell(at) for at in range(draw.randint(2, 9))]


def random_table(seed):
    """Between 20 and 2,000 rows; values are skewed and depend on the first quasi column. Every other table has few classes."""
    draw = random.Random(seed)
    rows = round(20 * 100 ** draw.random())
    columns, most = (draw.randint(1, 2), 3) if seed % 2 else (draw.randint(1, 4), 5)
    sizes = [draw.randint(2, most) for _ in range(columns)]
    quasi = [f"q{at}" for at in range(len(sizes))]
    values = [sensitive_values(draw) for _ in range(draw.randint(1, 2))]
    skew, lean = draw.uniform(0, 1.5), draw.choice([0, 0, 0.3, 0.9])

    def pick(number, towards):
        weights = [(at + 1) ** -skew + lean * number * (at % number == towards % number) for at in range(number)]
        return draw.choices(range(number), weights)[0]

    lines = []
    for _ in range(rows):
        own = [pick(size, 0) for size in sizes]
        lines.append([f"w{at}" for at in own] + [column[pick(len(column), own[0])] for column in values])
    return quasi, [f"s{at}" for at in range(len(values))], lines


def even_table(numbers, times):
    """Three classes that each hold so many values, all of them as often."""
    lines = [[f"w{at}", f"v{value}"] for at in range(3) for value in range(numbers) for _ in range(times)]
    return ["q0"], ["s0"], lines


def single_table():
    """A number that all rows share, beside words."""
    return ["q0"], ["s0", "s1"], [[f"w{at % 2}", "7", f"v{at % 3}"] for at in range(12)]


def apart_table():
    """Every class has three values of either column, but whoever knows one of them knows the other."""
    return ["q0"], ["s0", "s1"], [[f"w{at % 2}", f"v{at % 3}", f"u{at % 3}"] for at in range(24)]


def agree(folder):
    """Makes the tables and measures them."""
    tables = [random_table(SEED * 1000 + at) for at in range(RANDOM_TABLES)]
    tables += [even_table(numbers, times) for numbers in range(2, 8) for times in (1, 5)]
    tables += [single_table(), apart_table()]
    folder.mkdir(parents=True, exist_ok=True)
    said = []
    for at, (quasi, sensitive, lines) in enumerate(tables):
        path = folder / f"{at:02}.csv"
        path.write_text("".join(SEPARATOR.join(line) + "\n" for line in [quasi + sensitive, *lines]))
        said += asks(path, quasi, sensitive)
    return said


def wide(path, rows):
    """Columns of 2 to 100 values, the frequent ones in inverse proportion to their rank."""
    draw = np.random.default_rng(SEED)
    columns = {}
    for at, values in enumerate(WIDE_COLUMNS):
        weights = 1 / np.arange(1, values + 1)
        columns[f"c{at}"] = draw.choice(values, rows, p=weights / weights.sum())
    if not path.exists():
        unfinished = path.with_suffix(".part")
        pd.DataFrame(columns).to_csv(unfinished, sep=SEPARATOR, index=False)
        unfinished.rename(path)
    combinations = [names for size in (1, 2, 3) for names in itertools.combinations(columns, size)]
    return {"columns": list(columns), "counted": [counted(columns, names) for names in combinations]}


def counted(columns, names):
    """The classes that some columns form: one number for each, then how often it occurs."""
    keys = np.zeros(len(columns[names[0]]), dtype=np.int64)
    for name in names:
        keys = keys * (columns[name].max() + 1) + columns[name]
    sizes = np.bincount(keys)
    sizes = sizes[sizes > 0]
    return {"columns": names, "k": int(sizes.min()), "uniques": int((sizes == 1).sum()), "classes": len(sizes)}


def cost(runs, command):
    """The processor time of each run, user and system, in seconds."""
    seconds = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return seconds


def main(words):
    warnings.simplefilter("ignore")
    match words:
        case ["agree", folder]:
            result = agree(pathlib.Path(folder))
        case ["measure", table, quasi, sensitive]:
            result = asks(table, quasi.split(","), sensitive.split(","))
        case ["cost", runs, *command]:
            result = cost(int(runs), command)
        case ["wide", table, rows]:
            result = wide(pathlib.Path(table), int(rows))
        case _:
            sys.exit(__doc__)
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
