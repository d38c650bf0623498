"""A plan is what is fitted."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

import amidst
from conftest import PATIENTS, ROLES, Make, rows_of


def test_what_is_fitted_transforms_alike(table: Make) -> None:
    anonymizer = amidst.Anonymizer(**ROLES, k=3, suppression="10%")
    fitted = anonymizer.fit_transform(table(PATIENTS))
    assert rows_of(anonymizer.transform(table(PATIENTS))) == rows_of(fitted)
    assert rows_of(anonymizer.fit(table(PATIENTS)).transform(table(PATIENTS))) == rows_of(fitted)
    assert anonymizer.n_features_in_ == 5 and anonymizer.feature_names_in_ == list(PATIENTS)
    assert anonymizer.get_feature_names_out() == ["zip", "age", "sex", "disease"]


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
