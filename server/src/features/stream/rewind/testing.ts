import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { OggReader } from '@carillon/media/ogg/reader'
import { pagesIn } from '@carillon/media/ogg/restamp'
import { isHeaderPacket } from '@carillon/media/opus/head'
import { expect, onTestFinished } from 'vitest'
import { requireOneStream } from '../../../../tests/support/one-stream.ts'
import { Listener } from '../listeners/listener.ts'
import { Mount } from '../mount/mount.ts'
import { ShowPages } from '../on-air/show-pages.ts'
import { Recording } from '../outputs/recording.ts'
import { Rewinds } from './rewinds.ts'
import type { Tape } from './tape.ts'

export const PACKET_MS = 20
const SLICE_MS = 240
/** Samples of a second. */
export const SECOND = 48_000

/** Packets of 20 ms at 160 kbps, each with its number in it. */
const packetOf = (number: number) => {
  const packet = new Uint8Array(400).fill(number % 251)
  packet[0] = 0xf8
  new DataView(packet.buffer).setUint32(1, number)
  return packet
}
const numberOf = (packet: Uint8Array) => new DataView(packet.buffer, packet.byteOffset).getUint32(1)

const slice = (number: () => number) => Array.from({ length: SLICE_MS / PACKET_MS }, () => packetOf(number()))
/** Number of packets that no test looks at. */
const WARM_UP = 0xffffffff

export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rewind-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

// Long: what is recorded, sent and listened to shares one clock and one count of packets.
/** A mount on a clock of its own, whose shows are recorded. What sounds are numbered packets. */
export async function createMount(directory?: string, keptMs = 0) {
  const folder = directory ?? (await createFolder())
  const clock = { ms: 0 }
  let [next, show]: [number, { take(bytes: Uint8Array, packets: readonly Uint8Array[]): void } | null] = [
    0,
    null,
  ]
  const mount = new Mount({
    serialNumber: 77,
    now: () => clock.ms,
    onPage: (bytes, packets) => show?.take(bytes, packets),
  })
  const rewinds = new Rewinds({ mount, now: () => clock.ms, keptMs: () => keptMs })
  onTestFinished(() => rewinds.close())
  let files = 0
  const begin = (
    broadcastId: number | null,
    { hasOwnPages = false, leastFreeBytes = 0, isPublic = true, isItem = false } = {},
  ) => {
    const failures: unknown[] = []
    files += 1
    const options = { directory: folder, broadcastId: broadcastId ?? 1_000 + files, leastFreeBytes }
    const recording = new Recording({ ...options, onFailure: (error) => failures.push(error) })
    onTestFinished(() => recording.close())
    let closes = 0
    const onClose = async () => {
      closes += 1
    }
    const tape: Tape = rewinds.add(broadcastId, recording, isItem ? onClose : null)
    if (broadcastId !== null) void tape.learnIsPublic(async () => isPublic)
    const keep = (bytes: Uint8Array) => {
      recording.append(bytes)
      tape.noteSent(mount.sent)
    }
    const pages = new ShowPages({ onPage: keep, onSound: () => undefined })
    show = { take: (bytes, packets) => (hasOwnPages ? pages.take(packets) : keep(bytes)) }
    const end = async () => {
      tape.end()
      if (hasOwnPages) pages.end()
      await recording.close()
    }
    if (mount.sent === 0) settle()
    return { tape, recording, end, failures, closed: () => closes }
  }
  let zero = 0
  /** The source is on the air, behind the silence that a mount begins with: packet 0 comes next. */
  const settle = () => {
    mount.begin()
    for (let slices = 0; slices < 20; slices++) {
      clock.ms += SLICE_MS
      mount.tick()
      mount.pushPackets(slice(() => WARM_UP))
    }
    zero = mount.sent
  }
  return {
    mount,
    rewinds,
    clock,
    begin,
    /** Position of a packet, by its number. */
    positionOf: (number: number) => zero + number * 960,
    /** Sends so much sound in no time. */
    async play(ms: number) {
      for (let played = 0; played < ms; played += SLICE_MS) {
        clock.ms += SLICE_MS
        if (!mount.pushPackets(slice(() => next++))) throw new Error('a packet was dropped')
        rewinds.tick()
        // Not faster than the disk.
        await setImmediate()
      }
    },
    /** Somebody who listens from a position on. */
    listen: (position: number) => openProbe(rewinds, position),
  }
}

function openProbe(rewinds: Rewinds, position: number) {
  const received: Buffer[] = []
  let [isHeld, release] = [false, () => undefined as unknown]
  const socket = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _, done) {
      received.push(bytes)
      if (isHeld) release = done
      else done()
    },
  })
  const extras = { setTimeout: () => socket, setNoDelay: () => socket }
  const ends: string[] = []
  const { opening, fanOut } = rewinds.placeAt(position)
  const listener = new Listener(
    Object.assign(socket, extras) as unknown as Socket,
    'batch',
    null,
    (ended, how) => {
      fanOut.remove(ended)
      ends.push(how)
    },
  )
  listener.open('', opening())
  fanOut.add(listener)
  onTestFinished(() => void socket.destroy())
  const bytes = () => Buffer.concat(received)
  const packets = () => requireOneStream(pagesOf(bytes())).filter((packet) => !isHeaderPacket(packet))
  return {
    bytes,
    receivedBytes: () => received.reduce((sum, { length }) => sum + length, 0),
    ends,
    packets,
    numbers: () =>
      packets()
        .filter(({ length }) => length === 400)
        .map(numberOf)
        .filter((number) => number !== WARM_UP),
    receivedMs: () => {
      const last = [...pagesIn(bytes())].at(-1)
      return (last?.granulePosition ?? 0) / 48
    },
    hold() {
      isHeld = true
    },
    letGo() {
      isHeld = false
      release()
    },
  }
}

function pagesOf(bytes: Uint8Array) {
  const result = new OggReader().push(bytes)
  if (!result.ok) throw new Error(result.error)
  return result.pages
}

export type Station = Awaited<ReturnType<typeof createMount>>
type Probe = ReturnType<Station['listen']>

/** Resolves when some of a recording is on disk. */
export const written = (recording: Recording) =>
  expect.poll(() => recording.files?.writtenBytes ?? 0).toBeGreaterThan(0)

/** Lets the clock run, a quarter of a second at a time, until the listener has so much. */
export async function run({ clock, rewinds }: Station, forMs: number, probe: Probe, untilMs: number) {
  for (let at = 0; at < forMs; at += 250) {
    clock.ms += 250
    rewinds.tick()
  }
  await expect
    .poll(
      () => {
        rewinds.tick()
        return probe.receivedMs()
      },
      { interval: 5 },
    )
    .toBeGreaterThanOrEqual(untilMs)
}

/** Numbers that follow each other. */
export const upFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index)
