import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from '../testing/contrast.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const app = readFileSync(new URL('./app.css', import.meta.url), 'utf8')
const WHITE = '#ffffff'
const AA_TEXT = 4.5
const AA_PART = 3

/** The custom properties of the block that `selector` opens. */
function tokensOf(source: string, selector: string): Record<string, string> {
  const block = source.slice(source.indexOf(selector)).split('}')[0] ?? ''
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

const light = tokensOf(css, '[data-theme="light"] {')
const dark = tokensOf(css, '[data-theme="dark"] {')
const stage = tokensOf(app, '\n:root {')

const TEXT: [text: string, grounds: string[]][] = [
  ['text', ['bg', 'surface', 'surface-2']],
  ['text-muted', ['bg', 'surface', 'surface-2']],
  ['on-primary', ['primary', 'primary-hover']],
  ['on-accent', ['accent', 'accent-hover']],
  ['link', ['bg', 'surface']],
  ['accent-ink', ['bg', 'surface', 'accent-soft']],
  ['live-ink', ['bg', 'surface', 'live-soft']],
  ['danger', ['bg', 'surface']],
  ['success', ['bg', 'surface', 'success-soft']],
  ['warning', ['bg', 'surface', 'warning-soft']],
  ['info', ['bg', 'surface', 'info-soft']],
  ['text', ['success-soft', 'warning-soft', 'info-soft', 'live-soft', 'primary-soft']],
  ['nav-text', ['nav', 'nav-hover']],
  ['nav-muted', ['nav', 'nav-hover']],
  ['nav-active', ['nav']],
]

const PARTS: [part: string, grounds: string[]][] = [
  ['border-strong', ['bg', 'surface']],
  ['focus', ['bg', 'surface']],
  ['live', ['bg', 'surface']],
  ['meter-ok', ['surface']],
  ['meter-clip', ['surface']],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('%s theme', (_, tokens) => {
  const colourOf = (name: string) => tokens[name] ?? expect.unreachable(`--${name} is missing`)
  const pairs = (list: [string, string[]][]) =>
    list.flatMap(([ink, grounds]) => grounds.map((ground) => [ink, ground] as const))

  test.each(pairs(TEXT))('[SH18] --%s can be read on --%s', (ink, ground) => {
    expect(contrast(colourOf(ink), colourOf(ground))).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test.each(pairs(PARTS))('[SH18] --%s can be seen on --%s', (part, ground) => {
    expect(contrast(colourOf(part), colourOf(ground))).toBeGreaterThanOrEqual(AA_PART)
  })

  test('[SH18] white can be read on the red of ON AIR', () => {
    expect(contrast(WHITE, colourOf('live'))).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test.each([1, 2, 3, 4, 5])('[SH18] --chart-%i can be seen on a card', (number) => {
    expect(contrast(colourOf(`chart-${number}`), colourOf('surface'))).toBeGreaterThanOrEqual(AA_PART)
  })
})

test('[SH18] the stage is the same in both themes and its words can be read', () => {
  const { stage: ground = '', 'on-stage': ink = '', 'on-stage-muted': muted = '' } = stage
  expect(contrast(ink, ground)).toBeGreaterThanOrEqual(7)
  expect(contrast(muted, ground)).toBeGreaterThanOrEqual(AA_TEXT)
})

test('[SH18] the ratios are computed as WCAG says', () => {
  expect(contrast('#000000', WHITE)).toBeCloseTo(21, 5)
  expect(contrast('#800000', WHITE)).toBeCloseTo(10.95, 1)
  expect(contrast('oklch(37.7% 0.145 27)', WHITE)).toBeCloseTo(10.9, 1)
})
