import { expect, test } from 'vitest'
import { wordsOf } from './control-acts.ts'

test('[WC5] who stops the media service is told who listens to what plays between shows', () => {
  const questionTo = (listeners: number) => wordsOf('stopRadio', null, listeners).consequences.at(-1)
  expect(questionTo(40)).toMatch(/^40 people are listening. What plays between shows stops for all of them./)
  expect(questionTo(0)).toMatch(/^Nobody is listening now./)
})
