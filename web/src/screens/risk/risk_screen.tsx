// Risk: who could find somebody, before and after, in one number and one sentence each.
import type { Risk } from "../../api/types";
import { JobBar } from "../../parts/job_bar";
import { Warnings } from "../../parts/warnings";
import { SizeHistogram } from "../../plots/size_histogram";
import { count, percent } from "../../state/numbers";
import { answer, session, spec } from "../../state/store";
import { Attack } from "./attack";
import { Drivers } from "./drivers";

export function RiskScreen() {
  const before = answer<Risk>("risk-of-table");
  const after = answer<Risk>("risk-of-release");
  const k = spec.value?.privacy.k ?? 5;
  return (
    <>
      <section class="card">
        <p>How likely somebody is found by the quasi columns. What is not called quasi is not looked at.</p>
        <JobBar kind="risk-of-table" label="Measure the table" />
        <JobBar kind="risk-of-release" label="Measure the release" blocked={session.value?.released ? null : "release something first"} />
      </section>
      {(before || after) && (
        <section class="card">
          <h2>Three attackers</h2>
          <div class="attackers">
            <Headline title="Prosecutor" who="knows that a person is in the table" of={(risk) => risk.of_people?.highest ?? risk.attackers.prosecutor.highest} reading={(risk) => reading(risk, risk.attackers.prosecutor.reading)} before={before} after={after} />
            <Headline title="Journalist" who="does not know who is in the table" of={(risk) => risk.of_people?.highest ?? risk.attackers.journalist.highest} reading={(risk) => reading(risk, risk.attackers.journalist.reading)} before={before} after={after} />
            <Headline title="Marketer" who="wants as many as possible" of={(risk) => risk.of_people?.average ?? risk.attackers.marketer.success_rate} reading={(risk) => reading(risk, risk.attackers.marketer.reading)} before={before} after={after} />
          </div>
        </section>
      )}
      {[before, after].map(
        (risk, at) =>
          risk && (
            <section class="card" key={at}>
              <h2>{at === 0 ? "Before" : "After"}: how large classes are</h2>
              <Warnings of={risk.warnings} />
              <p>
                {count(risk.classes)} classes of {count(risk.total)} {risk.counted}; the smallest has {count(risk.k)}. {risk.uniques.reading}
              </p>
              <SizeHistogram sizes={risk.sizes} k={k} title={at === 0 ? "Before" : "After"} />
              {risk.sensitive.map((one) => (
                <p key={one.column} class={one.l < 2 ? "warn" : ""}>
                  {one.column}: at least {count(one.l)} different {one.l === 1 ? "value" : "values"} in every class; {count(one.homogeneous.rows)} {risk.counted} are in
                  classes that share one value.
                </p>
              ))}
              <Drivers risk={risk} />
            </section>
          ),
      )}
      <Attack />
    </>
  );
}

/** Where the release does not name its people, they were counted by the audit, and only rows can be counted here. */
function reading(risk: Risk, ofRows: string): string {
  if (!risk.of_people) return ofRows;
  const { people, k } = risk.of_people;
  return `Counted in people, as the audit found them: ${count(people)} people in the release, at least ${count(k)} of them in every class. What stands below counts rows, because the release does not name people.`;
}

interface HeadlineProps {
  title: string;
  who: string;
  of: (risk: Risk) => number | string;
  reading: (risk: Risk) => string;
  before: Risk | null;
  after: Risk | null;
}

function Headline({ title, who, of, reading, before, after }: HeadlineProps) {
  const last = after ?? before;
  return (
    <div class="attacker">
      <h3>{title}</h3>
      <p class="quiet">{who}</p>
      <p class="headline">
        {before && (
          <span>
            <small>before</small> {percent(of(before))}
          </span>
        )}
        {after && (
          <span>
            <small>after</small> {percent(of(after))}
          </span>
        )}
      </p>
      <p>{last && reading(last)}</p>
    </div>
  );
}
