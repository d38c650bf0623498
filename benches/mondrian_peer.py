"""Mondrian in Python, for `cargo xtask bench peers`: `mondrian_peer.py WHICH TABLE COLUMNS K`, as JSON on standard output.

    anonypy    the package of that name, on a pandas table
    plain      lists and nothing else, the cuts that amidst makes: any allowable one, nearest to the median

Tables are CSV with semicolons and without missing cells; columns are joined by commas. Reading is not timed.
"""

import csv
import json
import sys
import time


def read(path, columns):
    """The columns named, as numbers where all cells are numbers."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    table = {}
    for column in columns:
        cells = [row[column] for row in rows]
        table[column] = [int(cell) for cell in cells] if all(cell.isdigit() for cell in cells) else cells
    return table


def places(cells):
    """Where each cell stands: numbers by themselves, words by their rank."""
    if isinstance(cells[0], int):
        return cells
    ranks = {value: rank for rank, value in enumerate(sorted(set(cells)))}
    return [ranks[cell] for cell in cells]


def find_cut(columns, rows, widths, k):
    """The column and the last place of the lower side of the first allowable cut, widest columns first."""
    spans = []
    for at, column in enumerate(columns):
        own = sorted([column[row] for row in rows])
        if own[0] < own[-1]:
            spans.append(((own[0] - own[-1]) / widths[at], at, own))
    spans.sort(key=lambda span: span[:2])
    for _, at, own in spans:
        limit = own[-k]
        if own[k - 1] < limit:
            median = own[(len(own) - 1) // 2]
            return at, median if median < limit else max(place for place in set(own) if place < limit)
    return None


def plain(table, k):
    columns = [places(cells) for cells in table.values()]
    widths = [max(column) - min(column) for column in columns]
    start = time.process_time()
    classes, regions = [], [list(range(len(columns[0])))]
    while regions:
        rows = regions.pop()
        cut = find_cut(columns, rows, widths, k) if len(rows) >= 2 * k else None
        if cut is None:
            classes.append(rows)
        else:
            column, high = columns[cut[0]], cut[1]
            regions.append([row for row in rows if column[row] <= high])
            regions.append([row for row in rows if column[row] > high])
    return len(classes), time.process_time() - start


def anonypy(table, k):
    import pandas as pd
    from anonypy.mondrian import Mondrian

    data = pd.DataFrame(table)
    for column in data.columns:
        if not pd.api.types.is_numeric_dtype(data[column]):
            data[column] = data[column].astype("category")
    start = time.process_time()
    classes = Mondrian(data, list(data.columns)).partition(k)
    return len(classes), time.process_time() - start


def main(words):
    which, path, columns, k = words
    classes, seconds = {"anonypy": anonypy, "plain": plain}[which](read(path, columns.split(",")), int(k))
    json.dump({"classes": classes, "processor_seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
