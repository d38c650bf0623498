"""Writes docs/python-reference.md from the docstrings of the package: `python python/reference.py`. Nothing need be installed for it.

A test compares the page with what this makes.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Iterator, Union

ROOT = Path(__file__).parent
PAGE = ROOT.parent / "docs" / "python-reference.md"
Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]

HEAD = """# The Python package, name by name

This page is made from the docstrings (`python python/reference.py`); [python.md](python.md) says how to use them. In a notebook `help(amidst.anonymize)`
tells the same, with every keyword.
"""
#: Classes that people make by calling them.
MADE = ("Anonymizer", "Spec")
KEYWORDS = """## Keywords

Functions that take `**question`, `Spec`, and `Spec.but` take these, in the words of the [spec](spec.md); those of
*how a call runs* belong to functions only.
"""


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The whole page."""
    modules = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "amidst").glob("*.py"))}
    names = {name.asname or name.name: node.module or "" for node in _imports(modules["__init__"]) for name in node.names}
    found = {name: _defined(modules[module], name) for name, module in names.items() if module in modules}
    functions = [node for node in found.values() if isinstance(node, ast.FunctionDef)]
    classes = [node for node in found.values() if isinstance(node, ast.ClassDef)]
    parts = [HEAD, "## Functions\n", *map(_function, sorted(functions, key=lambda node: node.name)), KEYWORDS]
    parts += ["| keyword | type | |\n|---|---|---|\n" + "".join(_keywords(_class(modules["spec"], "Asked")))]
    parts += ["How a call runs:\n\n| keyword | type | |\n|---|---|---|\n" + "".join(_keywords(_class(modules["_around"], "Around")))]
    bases = {node.name: node for tree in modules.values() for node in tree.body if isinstance(node, ast.ClassDef)}
    parts += ["## Classes\n", *(_described(node, bases) for node in sorted(classes, key=lambda node: node.name))]
    return "\n".join(parts)


def _imports(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    return (node for node in tree.body if isinstance(node, ast.ImportFrom))


def _defined(tree: ast.Module, name: str) -> Union[ast.FunctionDef, ast.ClassDef, None]:
    kinds = (ast.FunctionDef, ast.ClassDef)
    return next((node for node in tree.body if isinstance(node, kinds) and node.name == name), None)


def _class(tree: ast.Module, name: str) -> ast.ClassDef:
    found = _defined(tree, name)
    assert isinstance(found, ast.ClassDef), name
    return found


def _doc(node: Union[Function, ast.ClassDef]) -> str:
    """A docstring as Markdown: what stands indented behind `::` is code."""
    text = ast.get_docstring(node) or ""
    before, code, example = text.partition("::\n\n")
    if not code:
        return text
    lines = example.splitlines()
    behind = next((at for at, line in enumerate(lines) if line and not line.startswith(" ")), len(lines))
    shown = inspect.cleandoc("\n" + "\n".join(lines[:behind]))
    return f"{before.rstrip()}\n\n```text\n{shown}\n```\n\n" + "\n".join(lines[behind:])


def _signature(node: Function) -> str:
    arguments = node.args
    if arguments.args and arguments.args[0].arg in ("self", "cls"):
        arguments.args.pop(0)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"({ast.unparse(arguments)}){returns}"


def _function(node: ast.FunctionDef) -> str:
    return f"### `amidst.{node.name}`\n\n```text\n{node.name}{_signature(node)}\n```\n\n{_doc(node)}\n"


def _keywords(node: ast.ClassDef) -> Iterator[str]:
    """The keys of a typed dictionary, each with the text below it."""
    for field, told in zip(node.body, node.body[1:]):
        if isinstance(field, ast.AnnAssign) and isinstance(told, ast.Expr) and isinstance(told.value, ast.Constant):
            words = " ".join(str(told.value.value).split()).replace("|", "\\|")
            yield f"| `{ast.unparse(field.target)}` | `{_type(field.annotation)}` | {words} |\n"


def _type(annotation: ast.expr) -> str:
    return ast.unparse(annotation).replace('"', "").replace("'", "").replace("|", "\\|")


def _described(node: ast.ClassDef, known: dict[str, ast.ClassDef]) -> str:
    lines = [f"### `amidst.{node.name}`\n", _doc(node) + "\n"]
    if node.name in MADE:
        made = next(one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__")
        made.returns = None
        lines.insert(1, f"```text\n{node.name}{_signature(made)}\n```\n")
    members = [line for one in _family(node, known) for line in _members(one)]
    shown = list(dict.fromkeys(members))
    return "\n".join([*lines, *shown, ""]) if shown else "\n".join(lines)


def _family(node: ast.ClassDef, known: dict[str, ast.ClassDef]) -> list[ast.ClassDef]:
    """A class, and those of ours that it inherits from."""
    bases = [ast.unparse(base).split("[")[0] for base in node.bases]
    return [node, *(one for base in bases if base in known for one in _family(known[base], known))]


def _members(node: ast.ClassDef) -> Iterator[str]:
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
            is_property = any(ast.unparse(decorator) == "property" for decorator in one.decorator_list)
            shown = f" -> {ast.unparse(one.returns)}" if is_property and one.returns else _signature(one)
            first, *_ = (ast.get_docstring(one) or "").split("\n\n")
            yield f"* `{one.name}{shown}`: {' '.join(first.split())}"
        elif isinstance(one, ast.Assign) and isinstance(one.value, ast.Call) and ast.unparse(one.value.func) == "part":
            yield f"* `{ast.unparse(one.targets[0])}`: {ast.literal_eval(one.value.args[-1])}"


if __name__ == "__main__":
    main()
