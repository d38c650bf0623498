// Explore: every candidate by what it loses and what risk it leaves; filter, pin two, take one.
import { useMemo, useState } from "preact/hooks";

import type { Explored, Infeasible } from "../../api/types";
import { JobBar } from "../../parts/job_bar";
import { Warnings } from "../../parts/warnings";
import { count } from "../../state/numbers";
import { answer, begin, change, spec } from "../../state/store";
import { CandidateList } from "./candidate_list";
import { candidatesOf, keyOf, type Candidate } from "./candidates";
import { Comparison } from "./comparison";
import { Lattice } from "./lattice";
import { Scatter } from "./scatter";

/** Lattices of more nodes are a hairball. */
const MOST_DRAWN = 200;

export function ExploreScreen() {
  const found = answer<Explored | Infeasible>("explore");
  const isCells = spec.value?.solve.algorithm === "local";
  return (
    <>
      <section class="card">
        <p>Every way to choose levels that keeps what was promised, and what each would cost. Nothing is released here.</p>
        <JobBar
          kind="explore"
          label="Look for candidates"
          canFinish
          blocked={isCells ? "cell by cell there are no levels to explore; choose whole columns on the screen Privacy" : null}
        />
      </section>
      {found?.outcome === "infeasible" && (
        <p role="alert" class="faults">
          {found.why.message}
        </p>
      )}
      {found?.outcome === "found" && <Found explored={found} />}
    </>
  );
}

function Found({ explored }: { explored: Explored }) {
  const [pinned, setPinned] = useState<Candidate[]>([]);
  const [most, setMost] = useState(100);
  const [chosen, setChosen] = useState<Candidate | null>(null);
  const all = candidatesOf(explored);
  const shown = useMemo(() => all.filter((one) => one.isSatisfying && one.suppressed <= (most / 100) * explored.rows), [all, most]);
  const pin = (one: Candidate) => {
    const others = pinned.filter((other) => keyOf(other) !== keyOf(one));
    setPinned(others.length < pinned.length ? others : [...others.slice(-1), one]);
  };
  return (
    <>
      <section class="card">
        <h2>
          {count(explored.satisfying ?? shown.length)} of {count(explored.lattice)} combinations of levels keep {explored.asked}
        </h2>
        <Warnings of={explored.warnings} />
        <div class="two">
          <Scatter candidates={shown} explored={explored} pinned={pinned} chosen={chosen} onChoose={setChosen} />
          <div>
            <label for="most">Show those that suppress at most {most} % of the rows</label>
            <input id="most" type="range" min={0} max={100} value={most} onInput={(event) => setMost(Number((event.currentTarget as HTMLInputElement).value))} />
            <p class="quiet">
              {count(shown.length)} candidates. Least loss is best below, least risk to the left. A point can be chosen with the mouse, or from the list.
            </p>
            {chosen && <Chosen explored={explored} candidate={chosen} onPin={() => pin(chosen)} isPinned={pinned.some((one) => keyOf(one) === keyOf(chosen))} />}
          </div>
        </div>
      </section>
      {pinned.length > 0 && <Comparison explored={explored} pinned={pinned} />}
      <CandidateList explored={explored} candidates={shown} pinned={pinned} onPin={pin} onChoose={setChosen} />
      {explored.lattice <= MOST_DRAWN && <Lattice explored={explored} chosen={chosen} onChoose={setChosen} />}
    </>
  );
}

interface ChosenProps {
  explored: Explored;
  candidate: Candidate;
  onPin: () => void;
  isPinned: boolean;
}

function Chosen({ explored, candidate, onPin, isPinned }: ChosenProps) {
  const take = async () => {
    const isDone = await change((next) => {
      explored.columns.forEach((column, at) => {
        const of = next.columns[column];
        const level = candidate.levels[at] ?? 0;
        if (of) of.levels = { min: level, max: level };
      });
    });
    if (!isDone) return;
    location.hash = "release";
    await begin("release");
  };
  return (
    <div class="chosen" data-testid="chosen">
      <h3>The candidate chosen</h3>
      <p>{explored.columns.map((column, at) => `${column} ${candidate.levels[at]}`).join(" · ")}</p>
      <button type="button" onClick={onPin} aria-pressed={isPinned}>
        {isPinned ? "Unpin" : "Pin"}
      </button>{" "}
      <button type="button" class="primary" onClick={() => void take()}>
        Release with these levels
      </button>
    </div>
  );
}
