import { expect, it } from 'vitest'
import { findVagueDocstrings } from './docstrings.ts'

it('[QA15] a docstring that begins with what, who, where, how or that is a finding, of members too', () => {
  const source = [
    '/** What a page asks. */',
    'export type Query = {',
    '  /** How many rows. */',
    '  size: number',
    '}',
    '/** Where it is. */',
    'const PATH = 1',
  ].join('\n')
  expect(findVagueDocstrings(source, 'src/a.ts')).toEqual([
    'src/a.ts:1 a docstring begins with "What"',
    'src/a.ts:3 a docstring begins with "How"',
    'src/a.ts:6 a docstring begins with "Where"',
  ])
})

it('[QA15] nouns, verbs and comments that are no docstrings are none', () => {
  const source = [
    '/** Query of a page. */',
    'export type Query = { size: number }',
    '/** Whether the page is full. */',
    'export const isFull = () => true',
    '// What comes next is read by people.',
    'const inner = 1',
    '/** Whatsoever. */',
    'export const other = inner',
  ].join('\n')
  expect(findVagueDocstrings(source, 'a.ts')).toEqual([])
})
