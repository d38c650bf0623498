"""How answers look in a notebook: a small table and a small picture, without a library for either."""

from __future__ import annotations

from html import escape
from typing import Iterable, Optional, Sequence

_INK, _FIRST, _SECOND, _LINE = "#444", "#b5523b", "#2f6f9f", "#ccc"
_WIDTH, _BAR, _GAP, _LABEL = 420, 12, 6, 150


def page(title: str, lines: Iterable[tuple[str, str]], picture: str, warnings: Iterable[str]) -> str:
    """A table of names and values, a picture, and what deserves a word."""
    rows = "".join(
        f'<tr><td style="text-align:left">{escape(name)}</td><td style="text-align:left">{escape(value)}</td></tr>'
        for name, value in lines
    )
    words = "".join(f"<p>{escape(warning)}.</p>" for warning in warnings)
    return f"<div><strong>{escape(title)}</strong><table>{rows}</table>{picture}{words}</div>"


def bars(title: str, rows: Sequence[tuple[str, Optional[float], Optional[float]]], names: tuple[str, str]) -> str:
    """Two bars for each row, shares between 0 and 1: the first before, the second after."""
    if not rows:
        return ""
    pair = 2 * _BAR + _GAP
    height = 40 + len(rows) * pair
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}" '
        f'font-family="sans-serif" font-size="11" fill="{_INK}" role="img" aria-label="{escape(title)}">',
        f'<text x="0" y="12">{escape(title)}: '
        f'<tspan fill="{_FIRST}">{escape(names[0])}</tspan>, <tspan fill="{_SECOND}">{escape(names[1])}</tspan></text>',
        f'<line x1="{_LABEL}" y1="20" x2="{_LABEL}" y2="{height - 14}" stroke="{_LINE}"/>',
    ]
    for at, (label, first, second) in enumerate(rows):
        top = 24 + at * pair
        parts.append(f'<text x="{_LABEL - 6}" y="{top + _BAR + 3}" text-anchor="end">{escape(label[:24])}</text>')
        parts.extend(_bar(top, first, _FIRST))
        parts.extend(_bar(top + _BAR, second, _SECOND))
    return "".join(parts) + "</svg>"


def _bar(top: int, share: Optional[float], colour: str) -> list[str]:
    if share is None:
        return []
    width = max(0.0, min(1.0, share)) * (_WIDTH - _LABEL - 50)
    return [
        f'<rect x="{_LABEL}" y="{top}" width="{width:.1f}" height="{_BAR - 2}" fill="{colour}"/>',
        f'<text x="{_LABEL + width + 4:.1f}" y="{top + _BAR - 3}">{share:.1%}</text>',
    ]
