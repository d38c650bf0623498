// What counts as a missing cell.
import type { Profile } from "../../api/types";
import { count } from "../../state/numbers";
import { change, spec } from "../../state/store";

export function MissingCodes({ profile }: { profile: Profile }) {
  const markers = spec.value?.input.missing ?? [""];
  const found = Object.entries(profile.missing_codes);
  const take = (text: string) =>
    void change((next) => {
      const words = text.split(",").map((word) => word.trim());
      next.input.missing = ["", ...words.filter((word) => word !== "")];
    });
  return (
    <section class="card">
      <h2>Missing cells</h2>
      <p>
        {found.length > 0
          ? `Taken for missing: ${found.map(([code, cells]) => `${code} in ${count(cells)} cells`).join(", ")}.`
          : "No words that mostly mean missing were found; the empty cell is missing."}
      </p>
      <label for="missing">Words for missing, with commas between</label>{" "}
      <input
        id="missing"
        type="text"
        value={markers.filter((word) => word !== "").join(", ")}
        onChange={(event) => take((event.currentTarget as HTMLInputElement).value)}
      />
    </section>
  );
}
