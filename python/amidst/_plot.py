"""Pictures for whoever has matplotlib."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from .errors import ResourceError


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError:
        problem = "plot() draws with matplotlib, which is not there: pip install matplotlib, or use the picture of _repr_html_()"
        raise ResourceError(problem, code="cannot-read") from None
    return pyplot.subplots()[1]


def paired(
    ax: Any, title: str, rows: Sequence[tuple[str, Optional[float], Optional[float]]], names: tuple[str, str]
) -> Any:
    """Two bars for each row."""
    axes = _axes(ax)
    for offset, (name, values) in enumerate(zip(names, ([row[1] or 0 for row in rows], [row[2] or 0 for row in rows]))):
        axes.barh([at + 0.4 * offset for at in range(len(rows))], values, height=0.4, label=name)
    axes.set_yticks([at + 0.2 for at in range(len(rows))], [row[0] for row in rows])
    axes.set_xlim(0, 1)
    axes.set_title(title)
    axes.legend()
    return axes


def curves(ax: Any, points: Sequence[dict[str, Any]]) -> Any:
    """Loss over k, a curve for each algorithm and limit."""
    axes = _axes(ax)
    series: dict[str, list[tuple[int, float]]] = {}
    for point in points:
        if point["result"]:
            name = f"{point['algorithm']}, {point['suppression']}"
            series.setdefault(name, []).append((point["k"], point["result"]["loss"]["loss"]))
    for name, curve in series.items():
        axes.plot([k for k, _ in curve], [loss for _, loss in curve], marker="o", label=name)
    axes.set_xlabel("k")
    axes.set_ylabel("loss")
    axes.legend()
    return axes
