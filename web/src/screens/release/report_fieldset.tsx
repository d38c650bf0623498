// What only people know of the report: its fields, its language, its annexes.
import type { Form, ReportFields } from "../../api/types";
import { change, spec } from "../../state/store";

const TEXTS: [keyof ReportFields & ("dataset" | "author" | "date" | "recipients"), string][] = [
  ["dataset", "Dataset"],
  ["author", "Responsible"],
  ["date", "Date"],
  ["recipients", "Recipients and purpose"],
];

const FORMS: [Form, string][] = [
  ["ema", "EMA and Health Canada"],
  ["safe-harbor", "HIPAA Safe Harbor check list"],
  ["expert-determination", "HIPAA Expert Determination"],
];

export function ReportFieldset() {
  const report = spec.value?.report ?? {};
  const set = (take: (report: ReportFields) => void) =>
    void change((next) => {
      next.report ??= {};
      take(next.report);
    });
  return (
    <details data-testid="report-fields">
      <summary>What the report says besides what is found</summary>
      <p class="quiet">What is left empty is a blank line to write on.</p>
      {TEXTS.map(([key, words]) => (
        <p key={key}>
          <label for={`report-${key}`}>{words}</label>{" "}
          <input
            id={`report-${key}`}
            type="text"
            value={report[key] ?? ""}
            onChange={(event) => {
              const text = (event.currentTarget as HTMLInputElement).value.trim();
              set((next) => (text === "" ? delete next[key] : (next[key] = text)));
            }}
          />
        </p>
      ))}
      <p>
        <label for="report-language">Language</label>{" "}
        <select
          id="report-language"
          value={report.language ?? "en"}
          onChange={(event) => {
            const code = (event.currentTarget as HTMLSelectElement).value as "en" | "de";
            set((next) => (next.language = code));
          }}
        >
          <option value="en">English</option>
          <option value="de">Deutsch</option>
        </select>
      </p>
      <fieldset>
        <legend>Annexes</legend>
        {FORMS.map(([form, words]) => (
          <label key={form}>
            <input
              type="checkbox"
              checked={report.forms?.includes(form) ?? false}
              onChange={(event) => {
                const isWanted = (event.currentTarget as HTMLInputElement).checked;
                set((next) => (next.forms = FORMS.map(([one]) => one).filter((one) => (one === form ? isWanted : next.forms?.includes(one)))));
              }}
            />{" "}
            {words}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
