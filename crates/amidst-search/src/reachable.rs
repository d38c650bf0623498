//! What could be asked for instead, when what was asked cannot be had.

use amidst_kernel::Kernel;

use crate::Problem;

impl Problem<'_> {
    /// The largest k that some node reaches within the suppression limit while releasing at least one class.
    ///
    /// Coarser classes are larger, so it is reached at the top of the lattice: the smallest class there that remains
    /// when the limit is spent on smaller ones. 0 if there are no rows.
    pub fn best_reachable(&self) -> u64 {
        let table = Kernel::new(self.tuples, 0).table(self.lattice().top());
        let mut sizes = table.counts().to_vec();
        sizes.sort_unstable();
        let mut spent = 0;
        let kept = sizes.iter().find(|&&rows| {
            spent += u64::from(rows);
            spent > self.max_suppressed
        });
        u64::from(kept.or(sizes.last()).copied().unwrap_or(0))
    }
}
