// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { contrast } from '../testing/contrast.ts'
import { faceOf, ShowArt } from './show-art.tsx'

afterEach(cleanup)

const NAMES = [
  'Harana Hour',
  'Morning Show',
  'Campus Desk',
  'Lunch Break Requests',
  'Tambayan',
  '',
  '♪♫',
  'กขค',
  '4 20',
]

test('[LS45] a show has one face, whatever its episode and its spelling', () => {
  expect(faceOf('Harana Hour #12')).toEqual(faceOf('HARANA HOUR'))
  expect(new Set(NAMES.map((name) => JSON.stringify(faceOf(name)))).size).toBe(NAMES.length)
})

test('[LS45] the parts of every face stand out from its ground', () => {
  for (let at = 0; at < 500; at += 1) {
    const [ground, , light] = faceOf(String.fromCodePoint(97 + (at % 26)).repeat(at)).colours
    expect(contrast(ground, light)).toBeGreaterThanOrEqual(3)
  }
})

test('[LS45] it is drawn from its name alone, and only seen', () => {
  for (const title of NAMES) {
    const { container } = render(<ShowArt title={title} />)
    const drawn = container.querySelector('svg[aria-hidden="true"]')
    expect(drawn?.querySelectorAll('rect, circle, path').length).toBeGreaterThan(1)
    expect(container.textContent).toBe('')
  }
})
