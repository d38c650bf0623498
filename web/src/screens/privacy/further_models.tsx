// Every other privacy model, with its parameters.
import { useState } from "preact/hooks";

import type { Requirement } from "../../api/types";
import { catalog, change, spec } from "../../state/store";

export function FurtherModels() {
  const [model, setModel] = useState("");
  const [values, setValues] = useState<Record<string, string>>({});
  const [column, setColumn] = useState("");
  const info = catalog.value?.models.find((one) => one.id === model);
  const asked = spec.value?.privacy.require ?? [];
  const columns = Object.entries(spec.value?.columns ?? {}).filter(([, of]) => of.role === "sensitive");
  const add = async () => {
    const requirement: Requirement = { model };
    if (info?.column && column) requirement.column = column;
    for (const parameter of info?.parameters ?? []) {
      const text = values[parameter.name]?.trim();
      if (!text) continue;
      const number = Number(text);
      requirement[parameter.name] = Number.isFinite(number) ? number : text;
    }
    if (await change((next) => void (next.privacy.require = [...(next.privacy.require ?? []), requirement]))) setModel("");
  };
  const remove = (at: number) =>
    void change((next) => {
      next.privacy.require = (next.privacy.require ?? []).filter((_, place) => place !== at);
    });
  return (
    <section class="card">
      <h2>Further models</h2>
      <ul>
        {asked.map((one, at) => (
          <li key={at}>
            <code>{Object.entries(one).map(([key, value]) => `${key} = ${String(value)}`).join(", ")}</code>{" "}
            <button type="button" onClick={() => remove(at)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      <label for="model">Ask for</label>{" "}
      <select id="model" value={model} onChange={(event) => setModel((event.currentTarget as HTMLSelectElement).value)}>
        <option value="">another model…</option>
        {catalog.value?.models
          .filter((one) => !one.population)
          .map((one) => (
            <option key={one.id} value={one.id}>
              {one.id}
            </option>
          ))}
      </select>
      {info && (
        <>
          <p>{info.doc}</p>
          {info.column && (
            <p class="field">
              <label for="model-column">Column</label>{" "}
              <select id="model-column" value={column} onChange={(event) => setColumn((event.currentTarget as HTMLSelectElement).value)}>
                <option value="">every sensitive one</option>
                {columns.map(([name]) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </p>
          )}
          {info.parameters.map((parameter) => (
            <p class="field" key={parameter.name}>
              <label for={`p-${parameter.name}`}>
                {parameter.name}: {parameter.doc}
              </label>{" "}
              <input
                id={`p-${parameter.name}`}
                type="text"
                placeholder={parameter.example || parameter.kind}
                required={parameter.required}
                value={values[parameter.name] ?? ""}
                onInput={(event) => setValues({ ...values, [parameter.name]: (event.currentTarget as HTMLInputElement).value })}
              />
            </p>
          ))}
          <button type="button" class="primary" onClick={() => void add()}>
            Ask for it
          </button>
        </>
      )}
    </section>
  );
}
