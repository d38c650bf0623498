// Privacy: what is asked for, in plain words.
import { EndsSlider } from "../../parts/ends_slider";
import { catalog, change, session, spec } from "../../state/store";
import { FurtherModels } from "./further_models";
import { Method } from "./method";
import { Presets } from "./presets";

export function PrivacyScreen() {
  const now = spec.value;
  if (!now || !session.value) return <p>Choose a table first; then say here what everyone is promised.</p>;
  const sensitive = Object.entries(now.columns).filter(([, column]) => column.role === "sensitive");
  const people = now.privacy.respondent ? "people" : "rows";
  const percent = Number.parseFloat(String(now.solve.suppression ?? "0").replace("%", "")) || 0;
  return (
    <>
      <section class="card">
        <h2>Against being found</h2>
        <p>
          Whoever knows the quasi columns of a person finds at least <strong>k = {now.privacy.k ?? "?"}</strong> {people} that look alike, so
          a guess is right with a chance of at most <strong>1 in {now.privacy.k ?? "?"}</strong>.
        </p>
        <EndsSlider
          id="k"
          label="k"
          low="more detail"
          high="more protection"
          min={2}
          max={50}
          value={now.privacy.k ?? 5}
          onChange={(k) => void change((next) => void (next.privacy.k = k))}
        />
        {catalog.value && <Presets presets={catalog.value.presets} />}
      </section>
      <section class="card">
        <h2>Against giving away what is sensitive</h2>
        <p>
          {sensitive.length > 0
            ? `A class in which all share one value gives it away. Ask for different values of ${sensitive.map(([name]) => name).join(", ")} in every class. Sensitive values themselves stay as they are: the grouping protects them.`
            : "No column is sensitive, so there is nothing to ask here. Give a column that role on the screen Data."}
        </p>
        {sensitive.length > 0 && (
          <EndsSlider
            id="l"
            label="l: different values in every class"
            low="1: not asked"
            high="more protection"
            min={1}
            max={10}
            value={now.privacy.l ?? 1}
            onChange={(l) =>
              void change((next) => {
                if (l <= 1) delete next.privacy.l;
                else next.privacy.l = l;
              })
            }
          />
        )}
      </section>
      <section class="card">
        <h2>What may be left out</h2>
        <p>Rows that nobody is like can be suppressed, so that the others need not become as coarse.</p>
        <EndsSlider
          id="suppression"
          label="Rows suppressed, at most"
          low="every row kept"
          high="less coarse"
          min={0}
          max={20}
          step={0.5}
          unit="%"
          value={percent}
          onChange={(share) => void change((next) => void (next.solve.suppression = `${share}%`))}
        />
      </section>
      <FurtherModels />
      <Method />
    </>
  );
}
