import { OggMuxer } from '@carillon/media/ogg/muxer'
import { durationInSamples } from '@carillon/media/opus/packet'
import { silencePacket } from '@carillon/media/opus/silence'
import { expect, it } from 'vitest'
import { missingSound } from './missing-sound.ts'
import { newTake, packetAt } from './recorded-takes.ts'

const first = { ...newTake(null), packets: 30 }
const takes = [first, { ...newTake(first), packets: 40 }]
const SAID = takes.flatMap(({ packets }) => Array.from({ length: packets }, (_, number) => packetAt(number)))
const SILENCE = silencePacket(960, 240)
const msOf = (packets: readonly Uint8Array[]) =>
  packets.reduce((sum, packet) => sum + durationInSamples(packet), 0) / 48

function recordingOf(packets: readonly Uint8Array[]): Uint8Array {
  const muxer = new OggMuxer({ serialNumber: 1 })
  return Buffer.concat([muxer.headerPages(), muxer.lastPage(packets)])
}

it('[FT19] what a recording lacks is counted by the packet: in the middle, at the end, and instead of silence', () => {
  const measured = (packets: readonly Uint8Array[]) => missingSound(recordingOf(packets), takes)
  const none = { betweenMs: 0, afterMs: 0, strange: 0 }
  expect(measured([SILENCE, ...SAID])).toEqual(none)
  const hole = [...SAID.slice(0, 10), SILENCE, SILENCE, ...SAID.slice(14)]
  expect(measured(hole)).toEqual({ ...none, betweenMs: msOf(SAID.slice(10, 14)) })
  expect(measured(SAID.slice(0, 60))).toEqual({ ...none, afterMs: msOf(SAID.slice(60)) })
  expect(measured([])).toEqual({ ...none, afterMs: msOf(SAID) })
})

it('[FT19] what stands in it twice is strange', () => {
  const twice = [...SAID, ...SAID.slice(60)]
  expect(missingSound(recordingOf(twice), takes)).toEqual({
    betweenMs: 0,
    afterMs: 0,
    strange: 10,
  })
})
