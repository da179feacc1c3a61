export type TileProps = { value: string; label: string }

/** One number and what it counts. */
export function Tile({ value, label }: TileProps) {
  return (
    <div>
      <p className="font-display text-xl font-bold whitespace-nowrap tabular-nums md:text-2xl">{value}</p>
      <p className="text-sm text-text-muted">{label}</p>
    </div>
  )
}
