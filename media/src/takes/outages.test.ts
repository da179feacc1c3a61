import { expect, it } from 'vitest'
import { OutageFinder, type PacketOrigin } from './outages.ts'

const SECOND = 48_000

/** Finds the outages of packets of a second each. */
function outagesOf(...packets: [origin: PacketOrigin, seconds: number][]) {
  const finder = new OutageFinder()
  for (const [origin, seconds] of packets)
    for (let packet = 0; packet < seconds; packet++) finder.push(origin, SECOND)
  return finder.end().map(({ at, length, silent }) => [at, length, silent].map((samples) => samples / SECOND))
}

it('[RE47] an outage is what was uploaded and what stayed silent between sound that came over the line', () => {
  const packets = outagesOf(
    ['live', 4],
    ['uploaded', 3],
    ['silence', 2],
    ['live', 1],
    ['silence', 5],
    ['live', 1],
  )
  expect(packets).toEqual([
    [4, 5, 2],
    [10, 5, 5],
  ])
})

it('[RE47] neither silence before the first word, nor a second of it, nor what a person asked for is one', () => {
  expect(outagesOf(['silence', 9], ['live', 2], ['silence', 1], ['live', 1], ['other', 30])).toEqual([])
  expect(outagesOf(['live', 1], ['silence', 1], ['other', 8], ['silence', 1], ['live', 1])).toEqual([])
})

it('[RE47] a line that never came back is one, to the end of the recording', () => {
  expect(outagesOf(['live', 3], ['uploaded', 4], ['silence', 6])).toEqual([[3, 10, 6]])
})
