import type { ChatMessage } from '@carillon/contract/chat/schemas'

/** A message with its time read once. `isRemoved`: only who moderates still sees that it was there. */
export type LogEntry = ChatMessage & { atMs: number; isRemoved?: true }

/** A piece of the chat without holes, oldest first. `hasOlder`: the station has what came before. */
export type ChatLog = { entries: readonly LogEntry[]; hasOlder: boolean }

export const EMPTY_LOG: ChatLog = { entries: [], hasOlder: false }

/** No more than this is kept, however far somebody reads back. */
export const MAX_ENTRIES = 5_000
/** Number of old messages that leave together: one at a time would draw the beginning again at every message. */
const TRIMMED_AT_ONCE = 64

/** The log with messages that were heard; what it has already, or what lies before its beginning, changes nothing. */
export function withMessages(log: ChatLog, received: readonly ChatMessage[]): ChatLog {
  const last = log.entries.at(-1)?.id ?? 0
  const isAllNew = received.every(({ id }) => id > last)
  const known = new Set(isAllNew ? [] : log.entries.map(({ id }) => id))
  const first = log.entries[0]?.id ?? 0
  // An own message may be heard twice at once: in the answer to its call and in the news.
  const unknown = new Map(received.filter(({ id }) => !known.has(id)).map((message) => [message.id, message]))
  const fresh = [...unknown.values()].filter(({ id }) => !log.hasOlder || id > first)
  if (fresh.length === 0) return log
  const added = inOrder(entriesOf(fresh))
  const entries = isAllNew ? [...log.entries, ...added] : inOrder([...log.entries, ...added])
  if (entries.length <= MAX_ENTRIES) return { ...log, entries }
  return trimmed({ ...log, entries }, MAX_ENTRIES - TRIMMED_AT_ONCE)
}

/** The log without a message, or with a trace of it. */
export function withoutMessage(log: ChatLog, id: number, keepsTrace: boolean): ChatLog {
  if (!log.entries.some((entry) => entry.id === id && !entry.isRemoved)) return log
  const entries = keepsTrace
    ? log.entries.map((entry) => (entry.id === id ? removed(entry) : entry))
    : log.entries.filter((entry) => entry.id !== id)
  return { ...log, entries }
}

/** The log with what came before it. */
export function withOlder(log: ChatLog, older: readonly ChatMessage[], hasOlder: boolean): ChatLog {
  const known = new Set(log.entries.map(({ id }) => id))
  const fresh = older.filter(({ id }) => !known.has(id))
  return { entries: inOrder([...entriesOf(fresh), ...log.entries]), hasOlder }
}

/** Messages of the station, from some message on to its newest at that moment. */
export type Answer = {
  messages: readonly ChatMessage[]
  /** The first of them is the first of all. */
  reachesStart: boolean
  /** Up to this message the log had no hole when the gap began. */
  wholeUntilId: number
  /** Ids received while the answer was on its way. */
  addedMeanwhile: ReadonlySet<number>
  removedMeanwhile: ReadonlySet<number>
  keepsTrace: boolean
}

/**
 * The log after a gap. The range of the answer replaces what was there, so that deletions are seen; what lies before
 * the range stays where it touches it. What was heard meanwhile counts after the answer.
 */
export function withAnswer(log: ChatLog, answer: Answer): ChatLog {
  const { messages, addedMeanwhile, removedMeanwhile, keepsTrace } = answer
  const first = messages[0]?.id ?? Number.POSITIVE_INFINITY
  const known = new Map(log.entries.map((entry) => [entry.id, entry]))
  const answered = messages
    .filter(({ id }) => !removedMeanwhile.has(id))
    .map((message) => keptOr(known.get(message.id), message))
  const answeredIds = new Set(messages.map(({ id }) => id))
  const touches = answer.wholeUntilId >= first && !answer.reachesStart
  const before = touches ? log.entries.filter(({ id }) => id < first) : []
  const untold = log.entries.filter(({ id }) => !answeredIds.has(id) && (id > first || answer.reachesStart))
  const received = untold.filter(({ id }) => addedMeanwhile.has(id))
  const gone = keepsTrace ? untold.filter(({ id }) => !addedMeanwhile.has(id)).map(removed) : []
  const hasOlder = before.length > 0 ? log.hasOlder : !answer.reachesStart
  return { entries: inOrder([...before, ...answered, ...received, ...gone]), hasOlder }
}

/** The newest entries of the log; the rest can be loaded again. */
export function trimmed(log: ChatLog, most: number): ChatLog {
  if (log.entries.length <= most) return log
  return { entries: log.entries.slice(-most), hasOlder: true }
}

function keptOr(known: LogEntry | undefined, message: ChatMessage): LogEntry {
  const isSame = known && !known.isRemoved && known.content === message.content
  return isSame ? known : toEntry(message)
}

function removed(entry: LogEntry): LogEntry {
  return entry.isRemoved ? entry : { ...entry, isRemoved: true }
}

function entriesOf(messages: readonly ChatMessage[]): LogEntry[] {
  return messages.map(toEntry)
}

function toEntry(message: ChatMessage): LogEntry {
  return { ...message, atMs: Date.parse(message.timestamp) }
}

/** By id, each once: the station numbers a broadcast's messages in the order in which it took them. */
function inOrder(entries: LogEntry[]): LogEntry[] {
  return entries.sort((one, other) => one.id - other.id)
}
