// Utility: what each column was and became.
import type { Comparison } from "../../api/types";
import { JobBar } from "../../parts/job_bar";
import { RowTable } from "../../parts/row_table";
import { Warnings } from "../../parts/warnings";
import { BeforeAfterBars } from "../../plots/before_after_bars";
import { count, decimal, percent } from "../../state/numbers";
import { answer, session } from "../../state/store";
import { Contingency } from "./contingency";

export function UtilityScreen() {
  const found = answer<Comparison>("utility");
  return (
    <>
      <section class="card">
        <p>What was lost between the table and its release, column by column.</p>
        <JobBar kind="utility" label="Compare before and after" blocked={session.value?.released ? null : "release something first"} />
      </section>
      {found && (
        <>
          <section class="card">
            <h2>In all</h2>
            <Warnings of={found.warnings} />
            <dl class="figures">
              <Figure words="rows released" value={`${count(found.rows.release)} of ${count(found.rows.original)}`} />
              <Figure words="precision lost in quasi cells (GCP; 0 keeps all, 1 nothing)" value={decimal(found.gcp)} />
              <Figure words="counting queries: half are off by at most" value={percent(found.queries?.median)} />
              <Figure words="change of correlations, on average" value={decimal(found.correlation?.mean_change)} />
            </dl>
          </section>
          <section class="card">
            <h2>Column by column</h2>
            <Columns found={found} />
          </section>
          <Contingency columns={found.columns.filter((column) => column.values.before !== null && column.values.after !== null).map((column) => column.name)} />
        </>
      )}
    </>
  );
}

function Figure({ words, value }: { words: string; value: string }) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Columns({ found }: { found: Comparison }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Columns before and after">
      <RowTable
        head="Column"
        name={(column) => column.name}
        rows={found.columns}
        columns={[
          { head: "Became", of: (column) => column.became },
          { head: "Values before", of: (column) => count(column.values.before), isNumber: true },
          { head: "after", of: (column) => count(column.values.after), isNumber: true },
          {
            head: "Loss (0 to 1)",
            of: (column) => (
              <>
                {column.ncp === null ? "–" : <meter min={0} max={1} value={column.ncp} aria-hidden="true" />} {decimal(column.ncp)}
              </>
            ),
            isNumber: true,
          },
          {
            head: "Distribution: before up, after down",
            of: (column) => column.bars && <BeforeAfterBars before={column.bars.before} after={column.bars.after} name={column.name} />,
          },
        ]}
      />
    </div>
  );
}
