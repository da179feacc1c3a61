import { MAX_POLL_OPTIONS, MIN_POLL_OPTIONS, pollBodySchema } from '@carillon/contract/polls/schemas'
import { createPageDraft } from '../../lib/use-draft.ts'

export type DraftAnswer = { key: number; text: string }
/** A poll as it is being written. */
export type PollDraft = { question: string; answers: readonly DraftAnswer[] }
/** Words by field: `question`, `answers`, or an answer's key. */
export type DraftErrors = {
  question?: string | undefined
  answers?: string | undefined
  byKey: Readonly<Record<number, string>>
}

let lastKey = 0

/** An answer nobody has written yet. */
export function blankAnswer(): DraftAnswer {
  lastKey += 1
  return { key: lastKey, text: '' }
}

/** A poll nobody has written yet, with as many answers as it needs. */
export function blankDraft(): PollDraft {
  return { question: '', answers: Array.from({ length: MIN_POLL_OPTIONS }, blankAnswer) }
}

/** The poll that the viewer is writing. */
export const pollDraft = createPageDraft(blankDraft())

export function canAdd({ answers }: PollDraft): boolean {
  return answers.length < MAX_POLL_OPTIONS
}

export function canRemove({ answers }: PollDraft): boolean {
  return answers.length > MIN_POLL_OPTIONS
}

/** The draft with one answer moved up (-1) or down (1); at the end nothing moves. */
export function withMoved(draft: PollDraft, key: number, by: -1 | 1): PollDraft {
  const from = draft.answers.findIndex((answer) => answer.key === key)
  const to = from + by
  const moved = draft.answers[from]
  if (!moved || to < 0 || to >= draft.answers.length) return draft
  const answers = draft.answers.toSpliced(from, 1).toSpliced(to, 0, moved)
  return { ...draft, answers }
}

type Checked = { ok: true; question: string; options: string[] } | { ok: false; errors: DraftErrors }

/** Checks a draft: the body to send, or its errors. Answers left empty are left out, as long as enough remain. */
export function checkedDraft({ question, answers }: PollDraft, broadcastId: number): Checked {
  const written = answers.filter(({ text }) => text.trim() !== '')
  const sent = written.length >= MIN_POLL_OPTIONS ? written : answers
  const options = sent.map(({ text }) => text)
  const parsed = pollBodySchema.safeParse({ broadcastId, question, options })
  if (parsed.success) return { ok: true, question: parsed.data.question, options: parsed.data.options }
  const errors: DraftErrors & { byKey: Record<number, string> } = { byKey: {} }
  for (const { path, message } of parsed.error.issues) {
    const answer = path.length > 1 ? sent[Number(path[1])] : undefined
    if (path[0] === 'question') errors.question ??= message
    else if (answer) errors.byKey[answer.key] ??= message
    else errors.answers ??= message
  }
  // Two empty answers are the same, but that is not what is wrong with them.
  if (Object.keys(errors.byKey).length > 0) errors.answers = undefined
  return { ok: false, errors }
}
