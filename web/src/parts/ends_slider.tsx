// A slider that says what either end means, with a field for exact numbers.
interface Props {
  id: string;
  label: string;
  low: string;
  high: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  unit?: string;
  onChange: (value: number) => void;
}

export function EndsSlider({ id, label, low, high, min, max, step = 1, value, unit, onChange }: Props) {
  const take = (event: Event) => {
    const number = Number((event.currentTarget as HTMLInputElement).value);
    if (Number.isFinite(number) && number >= min) onChange(number);
  };
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <input type="number" id={id} min={min} step={step} value={value} onChange={take} />
      {unit && <span>{unit}</span>}
      <div class="ends">
        <span aria-hidden="true">{low}</span>
        <input
          type="range"
          aria-label={`${label}: ${low} to the left, ${high} to the right`}
          min={min}
          max={max}
          step={step}
          value={Math.min(value, max)}
          onChange={take}
        />
        <span aria-hidden="true">{high}</span>
      </div>
    </div>
  );
}
