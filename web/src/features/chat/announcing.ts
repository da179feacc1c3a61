import { speaksForStation } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import type { LogEntry } from './chat-log.ts'

/** Which new messages a screen reader says by itself. */
export type AnnounceChoice = 'off' | 'mentions' | 'all'

/** Messages of this length are said together. */
export const ANNOUNCE_EVERY_MS = 3_000

const LONGEST_WORDS = 160

/** Whether a message is said: never one's own; with `mentions` those that name the viewer, and the crew's. */
export function isAnnounced(entry: LogEntry, viewer: Person | null, choice: AnnounceChoice): boolean {
  if (choice === 'off' || entry.sender.id === viewer?.id) return false
  return (
    choice === 'all' ||
    speaksForStation(entry.sender) ||
    (viewer !== null && mentions(entry.content, viewer.name))
  )
}

/** Whether a text names a person: by the whole name, or by `@` and the first one. */
export function mentions(text: string, name: string): boolean {
  const said = text.toLocaleLowerCase()
  const whole = name.trim().toLocaleLowerCase()
  const [first = ''] = whole.split(/\s+/)
  return whole !== '' && (containsWord(said, whole) || containsWord(said, `@${first}`))
}

/** Announcement of this many messages: the one itself, or their number. */
export function announcementOf(entries: readonly LogEntry[]): string {
  const [only] = entries
  if (entries.length !== 1 || !only) return `${entries.length} new messages`
  return `${only.sender.name}: ${only.content.slice(0, LONGEST_WORDS)}`
}

function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true
  }
  return false
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
