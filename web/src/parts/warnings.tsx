// What is odd, in words, where nobody overlooks it.
export function Warnings({ of }: { of: string[] }) {
  if (of.length === 0) return null;
  return (
    <ul class="warnings" aria-label="Warnings">
      {of.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
