import { describe, expect, test } from 'vitest'
import {
  blankAnswer,
  blankDraft,
  canAdd,
  canRemove,
  checkedDraft,
  type PollDraft,
  withMoved,
} from './poll-draft.ts'

const draftOf = (question: string, ...texts: string[]): PollDraft => ({
  question,
  answers: texts.map((text) => ({ ...blankAnswer(), text })),
})
const errorsOf = (draft: PollDraft) => {
  const checked = checkedDraft(draft, 3)
  return checked.ok ? null : checked.errors
}

describe('a poll that is being written', () => {
  test('[PV9] begins with two answers, takes ten and keeps two', () => {
    const ten = draftOf('?', ...'abcdefghij')
    expect(blankDraft().answers).toHaveLength(2)
    expect([canRemove(blankDraft()), canAdd(blankDraft())]).toEqual([false, true])
    expect([canRemove(ten), canAdd(ten)]).toEqual([true, false])
  })

  test('[PV9] answers change places, and stay at the ends', () => {
    const draft = draftOf('?', 'a', 'b', 'c')
    const textsAfter = (at: number, by: -1 | 1) =>
      withMoved(draft, draft.answers[at]?.key ?? 0, by).answers.map(({ text }) => text)
    expect(textsAfter(2, -1)).toEqual(['a', 'c', 'b'])
    expect(textsAfter(0, 1)).toEqual(['b', 'a', 'c'])
    expect(textsAfter(0, -1)).toEqual(['a', 'b', 'c'])
    expect(textsAfter(2, 1)).toEqual(['a', 'b', 'c'])
  })

  test('[PV9] empty answers are left out as long as two remain', () => {
    expect(checkedDraft(draftOf(' Next? ', 'OPM', ' ', 'Jazz '), 3)).toEqual({
      ok: true,
      question: 'Next?',
      options: ['OPM', 'Jazz'],
    })
  })

  test('[PV9] what is missing is said where it is missing', () => {
    const draft = draftOf(' ', 'OPM', '')
    expect(errorsOf(draft)).toEqual({
      question: 'Please enter a question',
      byKey: { [draft.answers[1]?.key ?? 0]: 'Please enter an answer' },
    })
    expect(errorsOf(draftOf('Next?', '', ''))?.answers).toBeUndefined()
  })

  test('[PV9] answers that differ in case only are one', () => {
    expect(errorsOf(draftOf('Next?', 'opm', 'OPM'))?.answers).toBe('Each answer must be different')
  })
})
