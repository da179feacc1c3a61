/** Take before another one, with the number of packets that it had in all. */
export type TakeBefore = { takeId: string; packets: number }

/** One recording of the browser, as far as it is kept for the station. */
export type KeptTake = {
  takeId: string
  userId: number
  broadcastId: number
  after: TakeBefore | null
  /** Packets that it had so far. */
  packets: number
  /** All packets below are at the station, or given up. */
  writtenUpTo: number
  /** Its last change, Unix ms. */
  changedAt: number
}

/** Packets of a take in a row, without their bytes. `samples` are at 48 kHz. */
export type PieceEntry = { takeId: string; from: number; count: number; samples: number; bytes: number }
/** The same with its Opus packets. */
export type Piece = PieceEntry & { packets: Uint8Array[] }
