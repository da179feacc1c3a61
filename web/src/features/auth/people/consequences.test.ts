import { expect, test } from 'vitest'
import { consequencesOf } from './consequences.ts'

const AT_ONCE = 'Takes effect immediately, in open sessions too.'

test('[SH66] what a change of role means is said in words', () => {
  expect(consequencesOf({ firstname: 'Ana', role: 'LISTENER' }, 'DJ')).toEqual([
    'Ana gets the DJ dashboard, broadcast history and analytics.',
    AT_ONCE,
  ])
  expect(consequencesOf({ firstname: 'Ana', role: 'DJ' }, 'MODERATOR')).toEqual([
    'Ana gets the moderator dashboard and loses the DJ dashboard.',
    'If Ana is on air, the sound stops.',
    AT_ONCE,
  ])
  expect(consequencesOf({ firstname: 'Ana', role: 'MODERATOR' }, 'LISTENER')).toEqual([
    'Ana loses the moderator dashboard, broadcast history and analytics.',
    AT_ONCE,
  ])
})
