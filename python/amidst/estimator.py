"""A plan as what is fitted: `fit`, `transform` and `fit_transform` in scikit-learn's manner."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, TypeVar

from .api import anonymize, apply
from .errors import SpecError
from .plan import Plan
from .spec import HierarchyLike, Names, Share, Spec

if TYPE_CHECKING:
    from .release import Release

__all__ = ["Anonymizer"]

T = TypeVar("T")


class Anonymizer:
    """Fits a plan to a table, and recodes tables by it.

    `fit` looks for the least change that meets what is asked; `transform` makes the same change to any table of the same columns, checks k
    anew, and raises `InfeasibleError` if it no longer holds. Suppressed rows are gone and rows are sorted, so that a row of the result
    is no longer the row in its place: for a pipeline with a target, keep the target in the table, or ask for `order="input"` and no
    suppression.

    After `fit`: `plan_`, `release_`, `feature_names_in_`, `n_features_in_`. A pickle holds the plan, and of the release nothing.
    """

    def __init__(
        self,
        *,
        spec: Optional[Spec] = None,
        identifier: Optional[Names] = None,
        quasi: Optional[Names] = None,
        sensitive: Optional[Names] = None,
        other: Optional[Names] = None,
        k: Optional[int] = None,
        l: Optional[int] = None,
        t: Optional[float] = None,
        require: Optional[Sequence[Mapping[str, Any]]] = None,
        suppression: Optional[Share] = None,
        hierarchy: Optional[Mapping[str, HierarchyLike]] = None,
        columns: Optional[Mapping[str, Mapping[str, Any]]] = None,
        missing: Optional[Sequence[str]] = None,
        algorithm: Optional[str] = None,
        objective: Optional[str] = None,
        order: Optional[str] = None,
        seed: Optional[int] = None,
    ) -> None:
        self.spec = spec
        self.identifier = identifier
        self.quasi = quasi
        self.sensitive = sensitive
        self.other = other
        self.k = k
        self.l = l
        self.t = t
        self.require = require
        self.suppression = suppression
        self.hierarchy = hierarchy
        self.columns = columns
        self.missing = missing
        self.algorithm = algorithm
        self.objective = objective
        self.order = order
        self.seed = seed

    def fit(self, X: T, y: object = None) -> Anonymizer:
        """Looks for the least change. `y` is not looked at."""
        self._fit(X)
        return self

    def fit_transform(self, X: T, y: object = None) -> T:
        """Looks for the least change, and gives what it makes of the table."""
        return self._fit(X).data

    def transform(self, X: T) -> T:
        """Recodes a table by the plan."""
        return apply(self._plan(), X).data

    def get_feature_names_out(self, input_features: Optional[Sequence[str]] = None) -> Any:
        """The columns that are released."""
        dropped = {one["name"] for one in self._plan().to_dict()["columns"] if one["do"] == "drop"}
        return _names([name for name in self.feature_names_in_ if name not in dropped])

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """What it was made with."""
        return {name: getattr(self, name) for name in self._parameters()}

    def set_params(self, **params: Any) -> Anonymizer:
        """Sets what it is made with."""
        known = self._parameters()
        for name, value in params.items():
            if name not in known:
                raise ValueError(f"invalid parameter {name!r}; there are {', '.join(known)}")
            setattr(self, name, value)
        return self

    def _fit(self, X: T) -> Release[T]:
        release = anonymize(X, **self._asked())
        if release.plan is None:
            problem = "a table that is recoded cell by cell leaves no plan to fit; use anonymize, or an algorithm of levels"
            raise SpecError(problem, code="conflicting-settings", where={"key": "algorithm"})
        self.release_: Release[Any] = release
        self.plan_: Plan = release.plan
        self.feature_names_in_: Any = _names([one["name"] for one in release.columns])
        self.n_features_in_ = len(self.feature_names_in_)
        return release

    def _asked(self) -> dict[str, Any]:
        return {name: value for name, value in self.get_params().items() if value is not None}

    def _plan(self) -> Plan:
        plan: Optional[Plan] = getattr(self, "plan_", None)
        if plan is not None:
            return plan
        words = "this Anonymizer is not fitted yet: call fit first"
        try:
            from sklearn.exceptions import NotFittedError
        except ImportError:
            raise AttributeError(words) from None
        raise NotFittedError(words)

    @classmethod
    def _parameters(cls) -> list[str]:
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def __getstate__(self) -> dict[str, Any]:
        """What is fitted, without the table that it was fitted to."""
        return {name: value for name, value in self.__dict__.items() if name != "release_"}

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "plan_")

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        tables = InputTags(two_d_array=False, string=True, categorical=True, allow_nan=True)
        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            transformer_tags=TransformerTags(preserves_dtype=[]),
            input_tags=tables,
            requires_fit=True,
        )

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items() if value is not None)
        return f"{type(self).__name__}({said})"


def _names(names: list[str]) -> Any:
    """Names of columns as scikit-learn has them, where numpy is there."""
    try:
        import numpy
    except ImportError:
        return names
    return numpy.asarray(names, dtype=object)
