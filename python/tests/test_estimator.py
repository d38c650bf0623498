"""A plan is what is fitted."""

from __future__ import annotations

import pickle
import warnings
import zlib
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import Pipeline
from sklearn.utils.estimator_checks import estimator_checks_generator
from sklearn.utils.validation import check_is_fitted

import amidst
from conftest import PATIENTS, ROLES, Make, rows_of


def test_what_is_fitted_transforms_alike(table: Make) -> None:
    anonymizer = amidst.Anonymizer(**ROLES, k=3, suppression="10%")
    fitted = anonymizer.fit_transform(table(PATIENTS))
    assert rows_of(anonymizer.transform(table(PATIENTS))) == rows_of(fitted)
    assert rows_of(anonymizer.fit(table(PATIENTS)).transform(table(PATIENTS))) == rows_of(fitted)
    assert anonymizer.n_features_in_ == 5 and list(anonymizer.feature_names_in_) == list(PATIENTS)
    assert list(anonymizer.get_feature_names_out()) == ["zip", "age", "sex", "disease"]


def test_scikit_learn_knows_it() -> None:
    anonymizer = amidst.Anonymizer(**ROLES, k=3)
    copied: Any = clone(anonymizer)
    assert copied is not anonymizer and copied.get_params() == anonymizer.get_params()
    assert copied.set_params(k=4).k == 4 and "k=4" in repr(copied)
    with pytest.raises(ValueError, match="kk"):
        copied.set_params(kk=4)
    with pytest.raises(NotFittedError):
        anonymizer.transform(pd.DataFrame(PATIENTS))
    with pytest.raises(NotFittedError):
        check_is_fitted(anonymizer)
    piped = Pipeline([("anonymize", anonymizer)]).fit(pd.DataFrame(PATIENTS))
    check_is_fitted(piped[0])
    assert list(piped.transform(pd.DataFrame(PATIENTS)).columns) == ["zip", "age", "sex", "disease"]


def test_a_pickle_holds_the_plan_and_no_row(table: Make) -> None:
    anonymizer = amidst.Anonymizer(**ROLES, k=3).fit(table(PATIENTS))
    kept = pickle.dumps(anonymizer)
    assert b"asthma" not in kept
    assert rows_of(pickle.loads(kept).transform(table(PATIENTS))) == rows_of(anonymizer.release_.data)


class _OfArrays(amidst.Anonymizer):
    """Takes arrays, which is what scikit-learn's own checks are made of: every column is a quasi column, rows stay in their places, and a
    label counts as a number."""

    def __init__(self, *, k: int = 2) -> None:
        self.k = k

    def fit(self, X: Any, y: object = None) -> _OfArrays:
        table = _table(X)
        self._names = list(table.columns)
        super().fit(table)
        return self

    def fit_transform(self, X: Any, y: object = None) -> Any:
        return self.fit(X, y).transform(X)

    def transform(self, X: Any) -> Any:
        labels = super().transform(_table(X)).astype(str)
        return labels.apply(lambda column: [zlib.crc32(str(label).encode()) / 2**32 for label in column]).to_numpy()

    def _asked(self) -> dict[str, Any]:
        return {**super()._asked(), "quasi": self._names, "order": "input"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = tags.no_validation = True
        return tags


def _table(X: Any) -> pd.DataFrame:
    if scipy.sparse.issparse(X):
        raise TypeError("sparse data is no table; use toarray()")
    return pd.DataFrame(np.asarray(X)).rename(columns=str)


#: Checks that ask for what a release must not do.
INAPPLICABLE = {
    "check_fit_idempotent": "a plan must hold on the rows it is applied to: those set aside for testing are too few for its levels",
    "check_fit2d_1sample": "a row by itself has no class of k rows, and is refused",
    "check_methods_subset_invariance": "k is asked of a whole table: parts of one row are refused",
}


def _checks() -> list[Any]:
    with warnings.catch_warnings():
        # It does not inherit from scikit-learn's classes, which need not be installed.
        warnings.simplefilter("ignore", UserWarning)
        checks = list(estimator_checks_generator(_OfArrays()))
    named = [(getattr(check, "func", check).__name__, estimator, check) for estimator, check in checks]
    return [pytest.param(estimator, check, id=f"{at} {name}") for at, (name, estimator, check) in enumerate(named) if name not in INAPPLICABLE]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("estimator", "check"), _checks())
def test_it_passes_the_checks_of_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)


def test_scikit_learn_has_checks() -> None:
    assert len(_checks()) >= 30


def test_rows_keep_their_places_if_asked_to() -> None:
    frame = pd.DataFrame(PATIENTS)
    kept = amidst.Anonymizer(**ROLES, k=3, order="input").fit_transform(frame)
    assert list(kept["disease"]) == PATIENTS["disease"]


def test_cells_recoded_by_themselves_cannot_be_fitted(table: Make) -> None:
    with pytest.raises(amidst.SpecError, match="plan"):
        amidst.Anonymizer(**ROLES, k=3, algorithm="mondrian").fit(table(PATIENTS))


def test_plots_are_drawn_where_matplotlib_is() -> None:
    import matplotlib

    matplotlib.use("Agg")
    frame = pd.DataFrame(PATIENTS)
    assert amidst.anonymize(frame, **ROLES, k=3).plot().get_title() == "risk"
    assert amidst.risk(frame, quasi=["zip", "age"]).plot().get_title() == "columns"
    assert amidst.sweep(frame, **ROLES, k=[2, 3]).plot().get_xlabel() == "k"
