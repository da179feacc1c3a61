/** One number and what it counts. */
export type TileProps = { value: string; label: string }
