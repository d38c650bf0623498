// Data: the table, what each column looks like, and which role it has.
import { PagedTable } from "../../parts/paged_table";
import { count } from "../../state/numbers";
import { jobs, profile, session } from "../../state/store";
import { ColumnRoles } from "./column_roles";
import { MissingCodes } from "./missing_codes";
import { RepeatedPeople } from "./repeated_people";
import { Upload } from "./upload";

export function DataScreen() {
  const hasTable = Boolean(session.value?.table);
  const isReading = jobs.value.profile?.state === "running";
  return (
    <>
      <Upload />
      {hasTable && (
        <section class="card">
          <h2>The first rows</h2>
          <PagedTable of="table" label="The table" />
        </section>
      )}
      {isReading && <p role="status">Looking at every column…</p>}
      {profile.value && (
        <>
          <section class="card">
            <h2>
              {count(profile.value.columns.length)} columns, {count(profile.value.rows)} rows
            </h2>
            <p>
              For each column ask: <em>who could know this of a person?</em> What is proposed here is a guess; you decide.
            </p>
            <ColumnRoles profile={profile.value} />
          </section>
          <RepeatedPeople profile={profile.value} />
          <MissingCodes profile={profile.value} />
        </>
      )}
    </>
  );
}
