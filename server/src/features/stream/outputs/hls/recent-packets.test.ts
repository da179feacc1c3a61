import { expect, it } from 'vitest'
import { SILENCE_PACKET } from '../../mount/mount.ts'
import { packetsOf } from '../../playout/testing.ts'
import { RecentPackets } from './recent-packets.ts'

const SOUND = packetsOf('firefox-destination').slice(0, 100)
const silence = (count: number) => Array<Uint8Array>(count).fill(SILENCE_PACKET)

/** Packets that are taken after a segment of the first of these, when all of them were sent. */
function takenAfter(
  segment: readonly Uint8Array[],
  following: readonly Uint8Array[],
  before: Uint8Array[] = [],
) {
  const recent = new RecentPackets()
  recent.push([...before, ...segment, ...following])
  return recent.takeAfter(Buffer.concat([Buffer.from('head'), ...segment]))
}

it('[HL24] goes on after the packets of the last segment', () => {
  expect(takenAfter(SOUND.slice(0, 60), SOUND.slice(60))).toEqual(SOUND.slice(60))
})

it('[HL24] goes on with the sound between two silences', () => {
  const following = [...SOUND.slice(60), ...silence(50)]
  const taken = takenAfter([...SOUND.slice(0, 60), ...silence(30)], following)
  expect(taken).toEqual(following)
})

it('[HL24] is not led back to an earlier silence', () => {
  const before = [...silence(50), ...SOUND.slice(0, 40)]
  const taken = takenAfter([...SOUND.slice(40, 80), ...silence(30)], SOUND.slice(80), before)
  expect(taken).toEqual(SOUND.slice(80))
})

it('[HL24] leaves out nothing that sounds after a segment of silence', () => {
  const following = [...SOUND, ...silence(250)]
  expect(takenAfter(silence(200), following)).toEqual(following)
})
