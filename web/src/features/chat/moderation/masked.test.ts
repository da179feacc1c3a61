import { expect, test } from 'vitest'
import { isMasked, piecesOf } from './masked.ts'

test.each(['what a ****', '**** you', 'a * * * * playlist', '*-*-*-*', '*. *. *'])(
  '[MV6] %s is masked',
  (content) => expect(isMasked({ content })).toBe(true),
)

test.each(['2 * 3 * 4', '*waves*', '* a list', '', 'a*b*c'])('[MV6] %s is not masked', (content) =>
  expect(isMasked({ content })).toBe(false),
)

test('[MV6] the masked words of a message are told from the others, and nothing is lost', () => {
  const pieces = piecesOf('you **** and * * *!')
  expect(pieces.filter((piece) => piece.isMasked).map(({ text }) => text)).toEqual(['****', '* * *'])
  expect(pieces.map(({ text }) => text).join('')).toBe('you **** and * * *!')
  expect(pieces.map(({ start }) => start)).toEqual([0, 4, 8, 13, 18])
})
