import { expect, it } from 'vitest'
import { createReadiness, type ReadinessOptions } from './readiness.ts'

const NEVER = new Promise<never>(() => undefined)

function readinessOf(options: Partial<ReadinessOptions>) {
  return createReadiness({
    isClosing: () => false,
    askSchema: async () => '0002-second.sql',
    knownSchema: '0002-second.sql',
    now: () => 0,
    limitMs: 20,
    ...options,
  })
}

it('[OP13] a station whose database answers, with the steps it knows, lacks nothing', async () => {
  expect(await readinessOf({})()).toEqual([])
})

it.each([
  ['a stop', { isClosing: () => true }, ['stopping']],
  ['a database that refuses', { askSchema: () => Promise.reject(new Error('away')) }, ['database']],
  ['a database that never answers', { askSchema: () => NEVER }, ['database']],
  ['a database without its steps', { askSchema: async () => null }, ['migrations']],
  ['a database of a newer program', { askSchema: async () => '0003-third.sql' }, ['migrations']],
])('[OP13] %s is told as what lacks', async (_what, options, lacks) => {
  expect(await readinessOf(options)()).toEqual(lacks)
})

it('[OP13] a database that hangs is asked one question at a time, and anew when its answer is lost', async () => {
  let nowMs = 0
  let questions = 0
  const askSchema = () => {
    questions++
    return NEVER
  }
  const readiness = readinessOf({ askSchema, now: () => nowMs, limitMs: 1 })
  await Promise.all([readiness(), readiness(), readiness()])
  nowMs = 29_999
  await readiness()
  expect(questions).toBe(1)
  nowMs = 30_000
  expect(await readiness()).toEqual(['database'])
  expect(questions).toBe(2)
})
