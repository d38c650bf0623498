// How a solution is looked for: whole columns or cell by cell, and what is to be kept.
import { catalog, change, spec } from "../../state/store";

export function Method() {
  const solve = spec.value?.solve ?? {};
  const isLocal = solve.algorithm === "local";
  const choose = (isCells: boolean) =>
    void change((next) => {
      // Only levels of whole columns make a plan for the next batch.
      if (isCells) {
        next.solve.algorithm = "local";
        delete next.output.plan;
      } else {
        delete next.solve.algorithm;
        next.output.plan = next.output.certificate?.replace("certificate", "plan");
      }
    });
  return (
    <section class="card">
      <h2>How values become coarser</h2>
      <fieldset>
        <legend class="unseen">Recoding</legend>
        <label>
          <input type="radio" name="recoding" checked={!isLocal} onChange={() => choose(false)} /> whole columns: every value at one level; easy to
          read, and the next batch looks alike
        </label>
        <label>
          <input type="radio" name="recoding" checked={isLocal} onChange={() => choose(true)} /> cell by cell: every class shows what its own rows
          need; keeps more, and gives no plan
        </label>
      </fieldset>
      <p class="field">
        <label for="objective">Lose least of</label>{" "}
        <select
          id="objective"
          value={solve.objective ?? "loss"}
          onChange={(event) => {
            const word = (event.currentTarget as HTMLSelectElement).value;
            void change((next) => void (next.solve.objective = word));
          }}
        >
          {catalog.value?.measures
            .filter((measure) => !measure.needs_target)
            .map((measure) => (
              <option key={measure.id} value={measure.id} title={measure.doc}>
                {measure.id}
              </option>
            ))}
        </select>
      </p>
    </section>
  );
}
