import { expect, it, onTestFinished } from 'vitest'
import { OutputLease } from '../cluster/output-lease.ts'
import { Audience } from '../listeners/audience.ts'
import { SILENCE_PACKET } from '../mount/mount.ts'
import { Transmitter } from '../on-air/transmitter.ts'
import { createFolder, itemIn, oggOf, packetsOf } from '../playout/testing.ts'
import { MainMount } from './main-mount.ts'

/** A second of packets of 20 ms. */
const PACKETS = packetsOf('firefox-destination').slice(0, 50)
const now = () => performance.now()
const LIMIT = { timeout: 30_000 }

/** A main mount that leads and plays one item of a second: what it sent, and what became of its further output. */
async function play() {
  const { write } = await createFolder()
  const items = [itemIn(await write(oggOf(PACKETS)), { durationMs: 1_000 })]
  const sent: Uint8Array[] = []
  const output: string[] = []
  const none = () => undefined
  const main = new MainMount({
    now,
    clock: { now: () => Date.now() },
    log: { info: none, warn: none, error: none },
    playout: {
      next: async () => items.shift() ?? null,
      due: () => null,
      find: async () => null,
      onBegin: none,
      onBeginAgain: none,
      onEnd: none,
      onSkip: none,
    },
    isIcecastUp: () => true,
    onChange: none,
    createTransmitter: () =>
      new Transmitter({
        now,
        isLoopLate: () => false,
        keptMs: () => 0,
        makeMp3: null,
        openHls: null,
        outputs: [
          () => {
            output.push('opened')
            return { publish: none, close: async () => void output.push('closed') }
          },
        ],
        outputLease: new OutputLease({ self: null, flows: () => true, now }),
      }),
    tape: { take: (packets) => sent.push(...packets), pause: none, earlier: () => [], close: async () => {} },
    relay: none,
    onClose: none,
  })
  onTestFinished(() => main.close())
  main.switchTo(true)
  main.betweenShows.lead()
  await expect.poll(() => output, LIMIT).toEqual(['opened'])
  const begin = () => {
    const turn = main.createTurn()
    turn.begin({ onPage: none, onSound: none }, new Audience({ now }))
    return turn
  }
  return { main, sent, output, begin }
}

it('[MM15] a show of the instance that leads the item closes no output', async () => {
  const { output, begin } = await play()
  const turn = begin()
  expect(output).toEqual(['opened'])
  turn.lead()
  turn.pushPackets(PACKETS)
  await turn.close()
  expect(output).toEqual(['opened'])
})

it('[MM15] what another instance leads is led there from its first packet to its end', async () => {
  const { output, begin } = await play()
  const turn = begin()
  expect(output).toEqual(['opened'])
  turn.pushPackets(PACKETS)
  expect(output).toEqual(['opened', 'closed'])
  await turn.close()
  expect(output).toEqual(['opened', 'closed', 'opened'])
})

it('[MM16] an item that begins in silence sounds from its first packet', async () => {
  const { sent } = await play()
  const sounding = () => sent.filter((packet) => Buffer.compare(packet, SILENCE_PACKET) !== 0).length
  await expect.poll(sounding, LIMIT).toBe(PACKETS.length)
})
