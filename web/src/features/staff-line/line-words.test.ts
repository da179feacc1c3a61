import { expect, it } from 'vitest'
import { lineWords } from './line-words.ts'

const other = { broadcastId: 8, djName: 'Jana Cruz' }

it('[HO208] a line says who reads it: staff and its DJ, and the other DJ of a hand-over what is meant for both', () => {
  expect(lineWords({ to: 'staff' }).hint).toBe('Only you and staff read this.')
  expect(lineWords({ to: 'dj' }).hint).toBe('Only the DJ and staff read this.')
  expect(lineWords({ to: 'staff', other }).hint).toBe(
    'Only you and staff read this, but for what goes to both DJs.',
  )
  expect(lineWords({ to: 'dj-on-air', other })).toEqual({
    title: 'Line to Jana Cruz',
    hint: 'Only you, Jana Cruz and staff read this.',
    field: 'Jana Cruz',
  })
})
