import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_WRITTEN_RUNS } from '@carillon/contract/recordings/takes'
import { readMap } from '@carillon/media/takes/packet-map'
import { expect, it, onTestFinished } from 'vitest'
import { TakeLog } from './take-log.ts'

const TAKE = { takeId: '0199d1a2-6c1e-7a55-9d2e-0b6f6f3c1a77', userId: 3, from: 4, after: null }

it('[RE40] tells how far a take is written, and the newest runs beyond its first hole', () => {
  const log = new TakeLog()
  expect(log.written(TAKE.takeId)).toBeNull()
  log.beginTake(TAKE)
  expect(log.written(TAKE.takeId)).toEqual({ upTo: 4, beyond: [] })
  log.markWritten(TAKE.takeId, 4, 9)
  log.markWritten(TAKE.takeId, 12, 20)
  log.markWritten(TAKE.takeId, 21, 30)
  expect(log.written(TAKE.takeId)).toEqual({
    upTo: 9,
    beyond: [
      [12, 20],
      [21, 30],
    ],
  })
  log.markWritten(TAKE.takeId, 9, 12)
  expect(log.written(TAKE.takeId)).toEqual({ upTo: 20, beyond: [[21, 30]] })
  for (let from = 40; from < 100; from += 2) log.markWritten(TAKE.takeId, from, from + 1)
  const { upTo, beyond } = log.written(TAKE.takeId) ?? expect.fail('unknown')
  expect([upTo, beyond.length, beyond.at(-1)]).toEqual([20, MAX_WRITTEN_RUNS, [98, 99]])
})

it('[RE48] says of the pages before the first take that they are silence, as of those between takes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'take-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, '7-2.map')
  const log = new TakeLog()
  await log.write(path, 2, [{ kind: 'silence', count: 40 }])
  await log.write(path, 6, [{ kind: 'silence', count: 12 }])
  await log.write(path, 8, [{ kind: 'other', count: 3 }])
  log.beginTake(TAKE)
  const said = { kind: 'take', takeId: TAKE.takeId, number: 4, count: 9 } as const
  await log.write(path, 9, [said])
  await log.close()
  expect(readMap(readFileSync(path, 'utf8'))).toEqual([
    {
      type: 'pages',
      sequence: 2,
      runs: [
        { kind: 'silence', count: 52 },
        { kind: 'other', count: 3 },
      ],
    },
    { type: 'take', ...TAKE },
    { type: 'pages', sequence: 9, runs: [said] },
  ])
})

it('[RE49] gives another instance its takes and [RE43] what is never taken, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'take-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, '7.map')
  const [log, other] = [new TakeLog(), new TakeLog()]
  const pass = () => {
    for (const line of log.notes()) other.note(line)
  }
  log.beginTake(TAKE)
  const { version } = log
  log.withhold(TAKE.takeId, 10, 5)
  log.withhold(TAKE.takeId, 15, 5)
  expect(log.version).toBeGreaterThan(version)
  const known = log.version
  log.withhold(TAKE.takeId, 12, 3)
  expect(log.version).toBe(known)
  pass()
  pass()
  const said = { kind: 'take', takeId: TAKE.takeId, number: 4, count: 6 } as const
  await other.write(path, 2, [said])
  await other.close()
  expect(readMap(readFileSync(path, 'utf8'))).toEqual([
    { type: 'take', ...TAKE },
    { type: 'withheld', takeId: TAKE.takeId, number: 10, count: 10 },
    { type: 'pages', sequence: 2, runs: [said] },
  ])
})
