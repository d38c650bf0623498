// Cell sizes that regulators and custodians ask for. Both numbers are shown where they do not agree.
import type { Catalog } from "../../api/types";
import { change, spec } from "../../state/store";

export function Presets({ presets }: { presets: Catalog["presets"] }) {
  const chosen = presets.find((preset) => preset.cell_size === spec.value?.privacy.k);
  const take = (text: string) => {
    if (text !== "") void change((next) => void (next.privacy.k = Number(text)));
  };
  return (
    <>
      <label for="preset">Who asks for it</label>{" "}
      <select id="preset" value={chosen?.cell_size ?? ""} onChange={(event) => take((event.currentTarget as HTMLSelectElement).value)}>
        <option value="">no preset</option>
        {presets.map((preset) => (
          <option key={preset.cell_size} value={preset.cell_size}>
            k = {preset.cell_size}, risk {preset.risk}: {preset.guidance}
          </option>
        ))}
      </select>
      {chosen && (
        <p class="quiet">
          {chosen.guidance}. {chosen.trap ? <strong>{chosen.trap}.</strong> : null}
        </p>
      )}
    </>
  );
}
