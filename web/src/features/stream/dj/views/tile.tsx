/** One number and what it counts. */
export function Tile({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <p className="font-display text-2xl font-bold tabular-nums">{value}</p>
      <p className="text-sm text-text-muted">{label}</p>
    </div>
  )
}
