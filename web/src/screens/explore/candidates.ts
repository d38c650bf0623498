// Candidates: nodes of the lattice whose loss is known, and the risk that each leaves.
import type { Explored } from "../../api/types";

export interface Candidate {
  levels: number[];
  /** Its levels as a text, made once: thousands are compared by it. */
  key: string;
  isSatisfying: boolean;
  suppressed: number;
  classes: number;
  loss: number;
  /** Classes over rows released: the chance that a guess within a class is right, on average. */
  risk: number;
}

export const keyOf = (candidate: Candidate) => candidate.key;

const known = new WeakMap<Explored, Candidate[]>();

/** Made once for an answer: there may be many thousands. */
export function candidatesOf(explored: Explored): Candidate[] {
  const found = known.get(explored);
  if (found) return found;
  const made = explored.nodes.flatMap(([levels, satisfying, suppressed, classes, loss]): Candidate[] => {
    if (suppressed === null || classes === null || loss === null) return [];
    const rows = explored.rows - suppressed;
    return [{ levels, key: levels.join(","), isSatisfying: satisfying === true, suppressed, classes, loss, risk: rows > 0 ? classes / rows : 0 }];
  });
  known.set(explored, made);
  return made;
}
