import type { LogEntry } from './chat-log.ts'

export const RUN_GAP_MS = 40_000
export const MAX_RUN_LENGTH = 5
/** Message ids per block. */
const BLOCK_SPAN = 32

/** A message as it is drawn: `startsRun` shows who speaks, the others of a run follow below without it. */
export type Row = { entry: LogEntry; startsRun: boolean }

/** Rows that are laid out, and skipped while out of sight, together. */
export type Block = { key: number; rows: readonly Row[] }

/** Messages in runs: one author, each within 40 s of the one before, five at most. */
export function rowsOf(entries: readonly LogEntry[]): Row[] {
  let length = 0
  return entries.map((entry, index) => {
    const before = entries[index - 1]
    const continues = before !== undefined && length < MAX_RUN_LENGTH && belongsTo(before, entry)
    length = continues ? length + 1 : 1
    return rowFor(entry, !continues)
  })
}

/** Rows by ranges of ids: a message at either end changes one block and leaves the others as they are. */
export function blocksOf(rows: readonly Row[]): Block[] {
  const blocks = new Map<number, Row[]>()
  for (const row of rows) {
    const key = Math.floor(row.entry.id / BLOCK_SPAN)
    const block = blocks.get(key)
    if (block) block.push(row)
    else blocks.set(key, [row])
  }
  return [...blocks].map(([key, inside]) => ({ key, rows: inside }))
}

/** Whether two blocks draw the same. */
export function isSameBlock(one: Block, other: Block): boolean {
  return one.rows.length === other.rows.length && one.rows.every((row, index) => row === other.rows[index])
}

function belongsTo(before: LogEntry, entry: LogEntry): boolean {
  if (before.sender.id !== entry.sender.id || before.isRemoved || entry.isRemoved) return false
  return entry.atMs - before.atMs <= RUN_GAP_MS
}

const starting = new WeakMap<LogEntry, Row>()
const following = new WeakMap<LogEntry, Row>()

/** The same row for the same message, so that what has not changed is not drawn again. */
function rowFor(entry: LogEntry, startsRun: boolean): Row {
  const known = startsRun ? starting : following
  const row = known.get(entry) ?? { entry, startsRun }
  known.set(entry, row)
  return row
}
