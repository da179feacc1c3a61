import type { LogEntry } from './chat-log.ts'

export const RUN_GAP_MS = 40_000
export const MAX_RUN_LENGTH = 5
/** Message ids per block: what a new message lays out again, and what is skipped at once when it leaves the end. */
const BLOCK_SPAN = 8

/** A message as it is drawn: `startsRun` shows who speaks, the others of a run follow below without it. */
export type Row = { entry: LogEntry; startsRun: boolean }

/** The run that is being said: who, and how many messages of it there are. */
type Run = { before: LogEntry | undefined; length: number }

/** Rows that are laid out, and skipped while out of sight, together. */
export type Block = {
  key: number
  rows: readonly Row[]
  /** Run that the block continues. */
  after: Run
  /** Number of messages in the run with which the block ends. */
  runLength: number
}

/**
 * Messages in runs (one author, each within 40 s of the one before, five at most) and in blocks by ranges of ids.
 * A block that has not changed is the same object as in `known`: a message at either end draws one block again.
 */
export function blocksOf(entries: readonly LogEntry[], known: readonly Block[] = []): Block[] {
  const knownByKey = new Map(known.map((block) => [block.key, block]))
  const blocks: Block[] = []
  let run: Run = { before: undefined, length: 0 }
  for (let start = 0; start < entries.length; ) {
    const key = keyOf(entries[start])
    let end = start + 1
    while (end < entries.length && keyOf(entries[end]) === key) end += 1
    const block = blockOf(key, entries.slice(start, end), run, knownByKey.get(key))
    blocks.push(block)
    run = { before: entries[end - 1], length: block.runLength }
    start = end
  }
  return blocks
}

function keyOf(entry: LogEntry | undefined): number {
  return Math.floor((entry?.id ?? 0) / BLOCK_SPAN)
}

function blockOf(key: number, entries: readonly LogEntry[], run: Run, known: Block | undefined): Block {
  if (known && isSameRun(known.after, run) && isOf(known, entries)) return known
  const rows: Row[] = []
  let { before, length } = run
  for (const entry of entries) {
    const continues = before !== undefined && length < MAX_RUN_LENGTH && belongsTo(before, entry)
    length = continues ? length + 1 : 1
    before = entry
    rows.push(rowFor(entry, !continues))
  }
  return { key, rows, after: run, runLength: length }
}

function isSameRun(one: Run, other: Run): boolean {
  return one.before === other.before && one.length === other.length
}

function isOf(block: Block, entries: readonly LogEntry[]): boolean {
  return (
    block.rows.length === entries.length && block.rows.every(({ entry }, index) => entry === entries[index])
  )
}

const starting = new WeakMap<LogEntry, Row>()
const following = new WeakMap<LogEntry, Row>()

/** The same row for the same message, so that what has not changed is not drawn again. */
function rowFor(entry: LogEntry, startsRun: boolean): Row {
  const rows = startsRun ? starting : following
  const known = rows.get(entry)
  if (known) return known
  const row = { entry, startsRun }
  rows.set(entry, row)
  return row
}

function belongsTo(before: LogEntry, entry: LogEntry): boolean {
  if (before.sender.id !== entry.sender.id || before.isRemoved || entry.isRemoved) return false
  return entry.atMs - before.atMs <= RUN_GAP_MS
}
