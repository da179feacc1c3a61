import { formatDate } from '../../lib/station-time.ts'

/** Question before a change. */
export type Question = 'hide' | 'publish' | 'let-go' | 'delete'
export type QuestionWords = { title: string; body: string; confirm: string; isDangerous: boolean }

type Asked = { title: string; dueAt: string | null }

/** Words of a question and its consequences. `now` is the station's clock, in ms. */
export function questionWords(question: Question, asked: Asked, now: number): QuestionWords {
  return WORDS[question](asked, now)
}

const WORDS: Record<Question, (asked: Asked, now: number) => QuestionWords> = {
  hide: ({ title }) => ({
    title: 'Make this recording private?',
    body: `Listeners can no longer hear “${title}”, and links to it stop working. Its DJ, moderators and admins can still listen. You can make it public again.`,
    confirm: 'Make private',
    isDangerous: false,
  }),
  publish: ({ title }) => ({
    title: 'Make this recording public?',
    body: `Everyone can hear “${title}” on its page, without an account.`,
    confirm: 'Make public',
    isDangerous: false,
  }),
  'let-go': ({ title, dueAt }, now) => ({
    title: 'No longer keep this recording?',
    body: `${fateWords(title, dueAt, now)} A deleted recording cannot be restored.`,
    confirm: "Don't keep it",
    isDangerous: dueAt !== null,
  }),
  delete: ({ title }) => ({
    title: 'Delete this recording?',
    body: `Nobody can listen to “${title}” again, and it cannot be restored. The show's numbers and chat stay.`,
    confirm: 'Delete recording',
    isDangerous: true,
  }),
}

function fateWords(title: string, dueAt: string | null, now: number): string {
  if (dueAt === null)
    return `“${title}” stays for now, but may be deleted if the station starts to delete old recordings.`
  if (Date.parse(dueAt) <= now) return `It has expired: the station deletes “${title}” within a minute.`
  return `The station deletes “${title}” on ${formatDate(new Date(dueAt))}, unless it is kept again before.`
}
