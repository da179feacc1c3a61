import { setImmediate } from 'node:timers/promises'
import { durationInSamples } from '@carillon/media/opus/packet'
import { OpusDecoder } from 'opus-decoder'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeScript } from '../../../../tests/support/script-file.ts'
import { SILENCE_PACKET } from '../mount/mount.ts'
import { markOrigin, runsOf } from '../mount/packet-origin.ts'
import { packetsOf } from '../playout/testing.ts'
import { ItemFade } from './item-fade.ts'
import type { Tail } from './mixer-process.ts'

const ITEM = packetsOf('firefox-destination')
const TAIL: Tail = { sent: ITEM.slice(10, 15), following: ITEM.slice(15, 65) }
const BLOCK_SAMPLES = 4_800
const LIMIT = { timeout: 30_000 }
const PIECE = 12

/** A fade, and what it sends; `script` stands for the mixer. */
async function openFade(script?: string) {
  const sent: Uint8Array[] = []
  const send = (packets: readonly Uint8Array[]) => sent.push(...packets) > 0
  const fade = new ItemFade(script === undefined ? { send } : { send, script: await writeScript(script) })
  onTestFinished(() => fade.stop())
  fade.prepare()
  await expect.poll(() => fade.isReady, LIMIT).toBe(true)
  return { fade, sent }
}

/** Stops the deadlines of mixing: a machine that stands still is no late mixer. */
function stopDeadlines(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Resolves when so many packets were sent. A poll of Vitest would advance the clock that stands still. */
async function untilSent(sent: readonly Uint8Array[], count: number): Promise<void> {
  while (sent.length < count) await setImmediate()
}

/** Level of each tenth of a second, in dB below full scale. */
async function levelsOf(packets: readonly Uint8Array[]): Promise<number[]> {
  const decoder = new OpusDecoder({ channels: 2, forceStereo: true })
  await decoder.ready
  const [sound = new Float32Array()] = decoder.decodeFrames([...packets]).channelData
  decoder.free()
  return Array.from({ length: Math.floor(sound.length / BLOCK_SAMPLES) }, (_, block) => {
    const part = sound.subarray(block * BLOCK_SAMPLES, (block + 1) * BLOCK_SAMPLES)
    return 10 * Math.log10(part.reduce((sum, sample) => sum + sample * sample, 1e-12) / BLOCK_SAMPLES)
  })
}

/** Copies, as packets of a source are no one's but its own. */
const packetsLike = (packet: Uint8Array, count: number) => Array.from({ length: count }, () => packet.slice())

function inPieces(packets: readonly Uint8Array[]): Uint8Array[][] {
  const pieces: Uint8Array[][] = []
  for (let at = 0; at < packets.length; at += PIECE) pieces.push(packets.slice(at, at + PIECE))
  return pieces
}

describe('the end of an item that a show cuts', () => {
  it('[MM10] fades within a second below a show that is silent yet', LIMIT, async () => {
    const { fade, sent } = await openFade()
    stopDeadlines()
    const show = packetsLike(SILENCE_PACKET, 96)
    fade.begin(TAIL)
    for (const piece of inPieces(show)) fade.push(piece)
    await untilSent(sent, show.length)
    const [before = 0] = (await levelsOf([...ITEM.slice(0, 15)])).slice(-1)
    const levels = (await levelsOf([...TAIL.sent, ...sent])).slice(1)
    expect(levels[0]).toBeGreaterThan(before - 3)
    for (const [block, level] of levels.slice(0, 9).entries())
      expect(level).toBeGreaterThan(levels[block + 1] ?? Number.POSITIVE_INFINITY)
    expect(levels[10]).toBeLessThan(-80)
    // After it the show's own packets, as they came.
    expect(sent.slice(51)).toEqual(show.slice(51))
  })

  it(
    '[MM10] leaves the show as loud as it is, its packets as long, and each with its place',
    LIMIT,
    async () => {
      const { fade, sent } = await openFade()
      stopDeadlines()
      const show = packetsOf('firefox-raw').slice(0, 84)
      for (const [number, packet] of show.entries()) markOrigin(packet, { takeId: 't', number })
      fade.begin({ sent: packetsLike(SILENCE_PACKET, 5), following: packetsLike(SILENCE_PACKET, 50) })
      for (const piece of inPieces(show)) fade.push(piece)
      await untilSent(sent, show.length)
      expect(sent.map(durationInSamples)).toEqual(show.map(durationInSamples))
      expect(runsOf(sent, false)).toEqual(runsOf(show, false))
      expect(sent.slice(0, 48).every((packet, index) => packet !== show[index])).toBe(true)
      const [mixed, plain] = [await levelsOf(sent), await levelsOf(show)]
      for (const [block, level] of plain.entries())
        expect(Math.abs((mixed[block] ?? 0) - level)).toBeLessThan(0.5)
    },
  )

  it(
    '[MM10] is left out where the mixer ends, or says nothing: the show is sent as it came',
    LIMIT,
    async () => {
      const show = packetsOf('firefox-raw').slice(0, 36)
      for (const onMessage of ['process.exit(1)', '']) {
        const { fade, sent } = await openFade(
          `process.on('message', () => { ${onMessage} }); process.send({ isReady: true })`,
        )
        fade.begin(TAIL)
        for (const piece of inPieces(show)) expect(fade.push(piece)).toBe(true)
        await expect.poll(() => sent, LIMIT).toEqual(show)
        const later = packetsOf('firefox-raw').slice(36, 48)
        fade.push(later)
        expect(sent.slice(36)).toEqual(later)
      }
    },
  )

  it(
    '[MM10] is left out where the first packets are mixed too late, also when others came meanwhile',
    LIMIT,
    async () => {
      const { fade, sent } = await openFade(`
      const late = Array.from({ length: 24 }, () => new Uint8Array([252, 255, 254]))
      let asked = 0
      process.on('message', ({ packets }) => {
        if (packets && ++asked === 1) process.send({ packets: [], isOver: false })
        else if (packets) setTimeout(() => process.send({ packets: late, isOver: true }), 400)
      })
      process.send({ isReady: true })`)
      const show = packetsOf('firefox-raw').slice(0, 2 * PIECE)
      fade.begin(TAIL)
      for (const piece of inPieces(show)) fade.push(piece)
      await expect.poll(() => sent.length, LIMIT).toBe(show.length)
      expect(sent).toEqual(show)
    },
  )

  it('[MM10] ends at a packet that is none, which stays where it is', LIMIT, async () => {
    const { fade, sent } = await openFade()
    const broken = [Uint8Array.of(0xff), new Uint8Array(0), Uint8Array.of(0xfc, 0xff, 0xfe)]
    const show = [SILENCE_PACKET.slice(), ...broken, SILENCE_PACKET.slice()]
    fade.begin(TAIL)
    fade.push(show)
    await expect.poll(() => sent, LIMIT).toEqual(show)
  })

  it('[MM10] nothing of it is sent after the show went silent or ended', LIMIT, async () => {
    const { fade, sent } = await openFade()
    fade.begin(TAIL)
    fade.push(packetsLike(SILENCE_PACKET, PIECE))
    fade.stop()
    const after = packetsLike(SILENCE_PACKET, 1)
    fade.push(after)
    expect(sent).toEqual(after)
    expect(fade.isReady).toBe(false)
  })
})
