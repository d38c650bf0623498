"""amidst publishes tables about people so that everyone in them stands amidst at least k - 1 others.

    import amidst

    r = amidst.anonymize(df, identifier="ssn", quasi=["zip", "birth", "sex"], sensitive="disease", k=5, suppression="5%")
    r.data                                   # the release, as a table of the same kind
    r.k, r.levels, r.loss, r.rows, r.plan    # what was reached and what it cost
    amidst.check(r.data, quasi=["zip", "birth", "sex"], k=5).holds

Tables are data frames of pandas and polars, tables of pyarrow, and anything else that knows the Arrow PyCapsule interface.
"""

from ._zipped import lay_out

lay_out(globals().get("__loader__"), __path__)

from ._amidst import __version__
from .api import anonymize, apply, attack, check, compare, explain, risk, solutions, sweep, verify
from .errors import DataError, Error, InfeasibleError, InternalError, ResourceError, SpecError
from .estimator import Anonymizer
from .findings import Attack, Check, Comparison, Explanation, Risk, Solutions, Sweep, Verification
from .hierarchy import Hierarchy
from .plan import Plan
from .release import Loss, Release, Rows
from .spec import Spec

__all__ = [
    "Anonymizer",
    "Attack",
    "Check",
    "Comparison",
    "DataError",
    "Error",
    "Explanation",
    "Hierarchy",
    "InfeasibleError",
    "InternalError",
    "Loss",
    "Plan",
    "Release",
    "ResourceError",
    "Risk",
    "Rows",
    "Solutions",
    "Spec",
    "SpecError",
    "Sweep",
    "Verification",
    "__version__",
    "anonymize",
    "apply",
    "attack",
    "check",
    "compare",
    "explain",
    "risk",
    "solutions",
    "sweep",
    "verify",
]
