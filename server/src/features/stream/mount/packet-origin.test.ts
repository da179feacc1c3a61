import type { MapRun } from '@carillon/media/takes/packet-map'
import { expect, it } from 'vitest'
import { copyOrigin, markOrigin, markRuns, runsOf } from './packet-origin.ts'

const TAKE = '0199d1a2-6c1e-7a55-9d2e-0b6f6f3c1a77'
const packets = (count: number) => Array.from({ length: count }, (_, index) => Uint8Array.of(index))

it('[RE49] packets that are marked as another instance has described them are described so again', () => {
  const runs: MapRun[] = [
    { kind: 'take', takeId: TAKE, number: 7, count: 2 },
    { kind: 'silence', count: 1 },
    { kind: 'other', count: 1 },
    { kind: 'held', count: 2 },
    { kind: 'take', takeId: TAKE, number: 20, count: 1 },
  ]
  const there = packets(7)
  markRuns(there, runs)
  expect(runsOf(there, false)).toEqual(runs)
  const fewer = packets(1)
  markRuns(fewer, runs)
  expect(runsOf(fewer, false)).toEqual([{ kind: 'take', takeId: TAKE, number: 7, count: 1 }])
})

it('[RE43] silence that was asked for is none that the station filled in', () => {
  const [silent, padded] = [Uint8Array.of(1), Uint8Array.of(1, 0)]
  markOrigin(silent, 'silence')
  copyOrigin(silent, padded)
  expect([runsOf([padded], false), runsOf([padded], true)]).toEqual([
    [{ kind: 'silence', count: 1 }],
    [{ kind: 'held', count: 1 }],
  ])
})
