/**
 * Hand-overs one after the other, as listeners hear them: between the sound of two DJs, the longest silence; the packets of
 * a show that were lost or heard twice from its first one heard; and how often a listener had to come back. On one station
 * and on two instances, whose DJs are connected to each in turn, with a listener at each and one at the Icecast.
 *
 *   node bench/hand-over.ts
 *
 * Environment: HAND_OVERS (100) of each kind, AROUND_THE_CLOCK=1 with sound between shows switched on.
 */
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { setPlayout } from '@carillon/contract/playout/settings'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { demux, packetsOf } from '@carillon/media/fixtures/demux'
import { OggReader } from '@carillon/media/ogg/reader'
import { durationInSamples } from '@carillon/media/opus/packet'
import { Campus } from '@carillon/testkit/campus'
import { PLAYOUT_ON } from '@carillon/testkit/playout-on'
import { openSourceSocket } from '@carillon/testkit/source'
import { type Member, Station } from '@carillon/testkit/station'
import { SILENCE_PACKET } from '../server/src/features/stream/mount/mount.ts'

const HAND_OVERS = Number(process.env.HAND_OVERS ?? 100)
const isAroundTheClock = process.env.AROUND_THE_CLOCK === '1'
const SLICE_MS = 300
/** Packets of a show that are looked at before it hands over. */
const SEEN_PACKETS = 40
const SAMPLES_PER_MS = 48
const POLL_MS = 20
/** Icecast 2.4.4 may die of being asked more often while a source begins. */
const ASK_MS = 300

const SILENCE = keyOf(SILENCE_PACKET)

/** Two recorders that write packets of 60 and of 20 ms: each packet says whose it is, and which. */
const voices = ['chromium-desktop', 'firefox-destination'].map((name) => {
  const { chunks } = captureNamed(name)
  const packets = packetsOf(demux(chunks)).map(keyOf)
  return { chunks, packets, known: new Set(packets) }
})

/** Listener who notes what comes between shows, and what of them is missing. */
class Listener {
  reconnects = 0
  lost = 0
  longestSilenceMs = 0
  seen = 0
  #voice: (typeof voices)[number] | null = null
  #place = -1
  #silenceMs = 0

  constructor(url: string) {
    this.#listen(url)
  }

  #listen(url: string): void {
    const reader = new OggReader()
    get(url, (response) => {
      response.on('data', (bytes: Buffer) => {
        for (const { sequence, packets } of reader.push(bytes).pages)
          if (sequence >= 2) for (const packet of packets) this.#take(packet)
      })
      response.on('close', () => {
        this.reconnects += 1
        this.#listen(url)
      })
    }).on('error', () => undefined)
  }

  #take(packet: Uint8Array): void {
    const key = keyOf(packet)
    const voice = voices.find(({ known }) => known.has(key))
    if (key === SILENCE) {
      this.#silenceMs += durationInSamples(packet) / SAMPLES_PER_MS
      return
    }
    // The station filled up what is quieter than a stream may be: it holds its place.
    if (!voice) {
      this.#place += 1
      return
    }
    if (voice === this.#voice) this.#follow(voice, key)
    else {
      if (this.#voice) this.longestSilenceMs = Math.max(this.longestSilenceMs, this.#silenceMs)
      this.#voice = voice
      this.#place = voice.packets.indexOf(key)
      this.seen = 0
    }
    this.#silenceMs = 0
    this.seen += 1
  }

  /** Some packets of a recording are the same: any of them may be meant. */
  #follow({ packets }: (typeof voices)[number], key: string): void {
    const next = (this.#place + 1) % packets.length
    if (packets[next] !== key) this.lost += 1
    this.#place = packets[next] === key ? next : packets.indexOf(key, this.#place)
  }
}

type Door = Parameters<typeof openSourceSocket>[0]
/** Stream that somebody listens to, and whether it is there. */
type ListenedStream = { url: string; isThere(): Promise<boolean> }

const streamAt = (origin: string): ListenedStream => ({
  url: `${origin}/live.ogg?delay=low`,
  isThere: async () => (await fetch(`${origin}/live.ogg`, { method: 'HEAD' })).status === 200,
})

const station = await Station.start({})
await measure('one station', station, [station], [streamAt(station.origin)])
await station.close()
const campus = await Campus.start({})
const doors = campus.instances.map(({ address }) => ({
  socketUrl: (path: string) => address.replace('http', 'ws') + path,
}))
const { icecast } = campus.parts
await measure('two instances', campus, doors, [
  ...campus.instances.map(({ address }) => streamAt(address)),
  { url: icecast.listenUrl, isThere: async () => (await icecast.mount()) !== null },
])
await campus.close()
process.exit()

async function measure(
  name: string,
  place: Station,
  doors: readonly Door[],
  streams: readonly ListenedStream[],
): Promise<void> {
  const djs = [await place.newMember('DJ'), await place.newMember('DJ')]
  if (isAroundTheClock) await switchOn(place)
  let live = await djs[0]?.api.goLive()
  send(doors[0], djs[0], live, 0)
  // Each instance has the sound a while after the one whose DJ it is.
  for (const { isThere } of streams) while (!(await isThere())) await delay(ASK_MS)
  const listeners = streams.map(({ url }) => new Listener(url))
  const seen = async () => {
    while (listeners.some((listener) => listener.seen < SEEN_PACKETS)) await delay(POLL_MS)
  }
  await seen()
  for (let round = 1; round <= HAND_OVERS; round += 1) {
    const [dj, before] = [djs[round % 2], djs[(round + 1) % 2]]
    const next = (await dj?.api.data<{ id: number }>('POST', '/api/broadcasts', { title: `Show ${round}` }))
      ?.id
    await dj?.api.data('POST', `/api/broadcasts/${next}/stand-by`)
    send(doors[round % doors.length], dj, next, round % 2)
    const isReady = async () =>
      (await before?.api.data<{ next: { isReady: boolean } }>('GET', `/api/broadcasts/${live}/hand-over`))
        ?.next.isReady
    while (!(await isReady())) await delay(POLL_MS)
    for (const listener of listeners) listener.seen = 0
    await before?.api.data('POST', `/api/broadcasts/${live}/hand-over`, { to: next })
    live = next
    await delay(SLICE_MS)
    await seen()
  }
  const most = (count: (listener: Listener) => number) => Math.max(...listeners.map(count))
  console.log(
    `${name}: ${HAND_OVERS} hand-overs, reconnects ${most((listener) => listener.reconnects)}, ` +
      `packets lost or doubled ${most((listener) => listener.lost)}, longest silence between two ${most((listener) => listener.longestSilenceMs)} ms`,
  )
}

/** Sends a recording, over and over, until the station lets go of it. */
function send(door: Door | undefined, dj: Member | undefined, id: number | undefined, voice: number): void {
  if (!door || !dj || id === undefined) throw new Error('nobody to send')
  const chunks = voices[voice]?.chunks ?? []
  const socket = openSourceSocket(door, id, dj.api.token)
  let next = 0
  socket.on('error', () => undefined)
  socket.once('open', () => {
    const timer = setInterval(() => socket.send(chunks[next++ % chunks.length] ?? ''), SLICE_MS)
    socket.once('close', () => clearInterval(timer))
  })
}

async function switchOn(place: Station): Promise<void> {
  const { api } = await place.newMember('ADMIN')
  await api.data(setPlayout.method, setPlayout.path, { ...PLAYOUT_ON, replayWeight: 0 })
}

function keyOf(packet: Uint8Array): string {
  return Buffer.from(packet).toString('base64')
}
