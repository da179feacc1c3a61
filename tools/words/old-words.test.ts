import { expect, it } from 'vitest'
import { findOldWords, WORD_EXCEPTIONS } from './old-words.ts'

it('[QA11] finds old words in names and paths, not in texts', () => {
  const text =
    "const hearEvents = (x: Letter) => x.#told\n// tell\nconst a = 'tell'; const Hearing = <p>tell</p>"
  expect(findOldWords([{ path: 'src/poll-desk.tsx', text }], [])).toEqual([
    'src/poll-desk.tsx: "src/poll-desk.tsx" has "desk", say state (server), dashboard, panel (web)',
    'src/poll-desk.tsx: "hearEvents" has "hear", say receive, onMessage',
    'src/poll-desk.tsx: "Letter" has "letter", say message, email',
    'src/poll-desk.tsx: "#told" has "told", say published, reported, sent',
  ])
})

it('[QA11] an exception allows an exact name, in its place alone', () => {
  const exceptions = [{ names: ['stage'], under: 'tools/', reason: 'a build stage' }]
  const found = (path: string, text: string) => findOldWords([{ path, text }], exceptions)
  expect(found('tools/a.ts', 'stage.run()')).toEqual([])
  expect(found('web/a.ts', 'stage.run()')).toHaveLength(1)
  expect(found('tools/a.ts', 'stageOf()')).toHaveLength(1)
})

it('[QA11] no exception is without a reason', () => {
  expect(WORD_EXCEPTIONS.filter(({ reason }) => reason.length < 8)).toEqual([])
})
