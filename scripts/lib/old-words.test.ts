import { expect, it } from 'vitest'
import { compareWords, countOldWords } from './old-words.ts'

it('[QA11] counts old words in names and paths, not in texts', () => {
  const text =
    "const hearNews = (x: Letter) => x.#told\n// tell\nconst a = 'tell'; const Hearing = <p>tell</p>"
  expect(countOldWords([{ path: 'src/letter-desk.tsx', text }])).toEqual({
    letter: 2,
    desk: 1,
    hear: 1,
    news: 1,
    told: 1,
  })
})

it('[QA11] finds what is more than before, and a number that was not lowered', () => {
  expect(compareWords({ tell: 2 }, { tell: 2 })).toEqual([])
  expect(compareWords({ tell: 3 }, { tell: 2 })).toHaveLength(1)
  expect(compareWords({}, { tell: 2 })).toEqual([
    '"tell" stands in 0 names, 2 before: npm run words -- --write',
  ])
})
