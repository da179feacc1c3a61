import { request } from 'node:http'
import * as broadcasts from '@carillon/contract/broadcasts/endpoints'
import { standBy } from '@carillon/contract/broadcasts/hand-over'
import { MINUTE_MS, SECOND_MS } from '@carillon/contract/durations'
import type { Endpoint } from '@carillon/contract/endpoint'
import * as playlists from '@carillon/contract/library/playlists'
import { LIBRARY_UPLOAD_PATH, type LibraryItem } from '@carillon/contract/library/schemas'
import { planReplay } from '@carillon/contract/playout/replays'
import { setPlayout } from '@carillon/contract/playout/settings'
import { listPlays } from '@carillon/contract/plays/endpoints'
import type { Play } from '@carillon/contract/plays/schemas'
import { toLocalDateTime } from '@carillon/contract/time'
import * as webm from '@carillon/media/fixtures/webm'
import { oggOf, packetsOf } from '../../src/features/stream/playout/testing.ts'
import type { DrivenClock } from './driven-clock.ts'
import { perform } from './fake-recorder.ts'
import { type Answer, type CallOptions, type Member, signIn, type TestStation } from './station.ts'
import type { StreamCheck } from './stream-check.ts'
import { hoursOf, PLAYLISTS, type PlannedList, showsOf, type WeekShow } from './week-plan.ts'

/** Sound of a browser, in packets of 60 ms: five of them make a chunk of 300 ms. */
const PACKETS = packetsOf('chromium-desktop')
const PACKET_MS = 60
const PACKETS_TO_A_CHUNK = 5
const STAND_BY_MS = 5 * MINUTE_MS
const PLAN_REPLAY_MS = 10 * MINUTE_MS
const PAGE_SIZE = 100
/** Titles of station ids begin with it. */
export const STATION_ID = 'Carillon'
const SETTINGS = {
  betweenShows: 'ON',
  replayWeight: 1,
  jingleEvery: 4,
  stationIdHourly: true,
  artistGapMinutes: 10,
  trackGapMinutes: 15,
} as const

/** Chunks as a recorder gives them; after the last one it begins another recording. */
const CHUNKS = PACKETS.map((_, chunk) => {
  const packets = Array.from({ length: PACKETS_TO_A_CHUNK }, (_, at) =>
    soundAt(chunk * PACKETS_TO_A_CHUNK + at),
  )
  const blocks = packets.map((packet) => webm.simpleBlock(packet))
  return chunk === 0
    ? webm.bytes(webm.sessionHeader(), webm.clusterHeader(), ...blocks)
    : webm.bytes(...blocks)
})

function soundAt(packet: number): Uint8Array {
  return PACKETS[packet % PACKETS.length] ?? new Uint8Array()
}

/** A show of the week that has been planned at the station. */
type Show = WeekShow & { id: number }
type Step = { atMs: number; act(): Promise<unknown> }

/** Station whose week a test drives: people plan, go on air, hand over and listen at the minutes of the plan. */
export class StationWeek {
  readonly shows: Show[] = []
  /** Close codes of all sources that are gone. */
  readonly closeCodes: number[] = []
  readonly #station: TestStation
  readonly #clock: DrivenClock
  #uploads = 0

  constructor(station: TestStation, clock: DrivenClock) {
    this.#station = station
    this.#clock = clock
  }

  /** Fills the library, and the schedule with the shows that end by `endMs`. */
  async prepare(mondayMs: number, endMs: number): Promise<void> {
    for (const list of PLAYLISTS) await this.#fillList(list)
    for (const at of [1, 2, 3]) await this.#upload(`Jingle ${at}`, 'JINGLE', 8)
    for (const at of [1, 2]) await this.#upload(`${STATION_ID} ${at}`, 'STATION_ID', 6)
    for (const show of showsOf(mondayMs, endMs)) this.shows.push({ ...show, id: await this.#schedule(show) })
  }

  /** Switches the sound between shows on. */
  async switchOn(): Promise<void> {
    await this.#call(setPlayout, { as: this.#station.admin, body: SETTINGS })
    await this.#clock.settle()
  }

  /** Lets the time of the plan pass. */
  async runTo(endMs: number): Promise<void> {
    for (const { atMs, act } of this.#steps()) {
      await this.#clock.runTo(atMs)
      await act()
      await this.#clock.settle()
    }
    await this.#clock.runTo(endMs)
  }

  /** Listens from now on; gives what ends it. */
  async listen(check: StreamCheck): Promise<() => void> {
    const asked = request(`${this.#station.origin}/live.ogg`)
    await new Promise<void>((resolve, reject) => {
      asked.once('error', reject)
      asked.once('response', (response) => {
        if (response.statusCode !== 200) reject(new Error(`/live.ogg answered ${response.statusCode}`))
        response.on('data', (bytes: Buffer) => check.push(bytes))
        response.on('error', () => undefined) // what is missing then is seen
        resolve()
      })
      asked.end()
    })
    return () => asked.destroy()
  }

  /** The whole sound log, oldest first. */
  async log(): Promise<Play[]> {
    const as = await this.#signedIn(this.#station.admin)
    const plays: Play[] = []
    for (let page = 0; ; page++) {
      const { data } = await this.#call(listPlays, { as, query: { page, size: PAGE_SIZE } })
      plays.push(...data.content)
      if (plays.length >= data.totalElements) return plays.reverse()
    }
  }

  #steps(): Step[] {
    const steps = this.shows.flatMap((show): Step[] => [
      show.takesOver
        ? { atMs: show.startMs - STAND_BY_MS, act: () => this.#standBy(show) }
        : { atMs: show.startMs, act: () => this.#start(show) },
      ...(show.isTakenOver ? [] : [{ atMs: show.endMs, act: () => this.#end(show) }]),
      ...(show.replayMs === null
        ? []
        : [{ atMs: show.replayMs - PLAN_REPLAY_MS, act: () => this.#planReplay(show) }]),
    ])
    return steps.toSorted((a, b) => a.atMs - b.atMs)
  }

  async #start(show: Show): Promise<void> {
    const dj = await this.#djOf(show)
    await this.#call(broadcasts.startBroadcast, { as: dj, params: { id: show.id } })
    await this.#send(dj, show)
  }

  async #standBy(show: Show): Promise<void> {
    const dj = await this.#djOf(show)
    await this.#call(standBy, { as: dj, params: { id: show.id } })
    await this.#send(dj, show)
  }

  async #send({ token }: Member, { id }: Show): Promise<void> {
    const { closed } = await perform(this.#station, token, id, CHUNKS)
    void closed.then((code) => this.closeCodes.push(code))
  }

  async #end(show: Show): Promise<void> {
    await this.#call(broadcasts.endBroadcast, { as: await this.#djOf(show), params: { id: show.id } })
  }

  async #planReplay({ id, replayMs }: Show): Promise<void> {
    const as = await this.#signedIn(this.#station.admin)
    await this.#call(planReplay, { as, body: { broadcastId: id, startsAt: this.#local(replayMs ?? 0) } })
  }

  async #schedule({ title, dj, startMs, endMs }: WeekShow): Promise<number> {
    const as = await this.#station.as('DJ', dj)
    const body = { title, scheduledStart: this.#local(startMs), scheduledEnd: this.#local(endMs) }
    return (await this.#call(broadcasts.scheduleBroadcast, { as, body })).data.id
  }

  async #fillList(list: PlannedList): Promise<void> {
    const { name, weight, tracks } = list
    const as = this.#station.admin
    const itemIds: number[] = []
    for (let at = 0; at < tracks; at++) {
      const { id } = await this.#upload(`${name} ${at}`, 'TRACK', 120 + 10 * at)
      itemIds.push(id)
    }
    const made = await this.#call(playlists.createPlaylist, {
      as,
      body: { name, weight, hours: hoursOf(list) },
    })
    await this.#call(playlists.setPlaylistItems, { as, params: { id: made.data.id }, body: { itemIds } })
  }

  async #upload(title: string, kind: string, seconds: number): Promise<LibraryItem> {
    const search = new URLSearchParams({ title, kind, artist: `Artist of ${title}` })
    // No two of them are the same file: the library has each once.
    const from = this.#uploads++
    const packets = Array.from({ length: Math.ceil((seconds * SECOND_MS) / PACKET_MS) }, (_, at) =>
      soundAt(from + at),
    )
    const reply = await fetch(`${this.#station.origin}${LIBRARY_UPLOAD_PATH}?${search}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#station.admin.token}` },
      body: new Uint8Array(oggOf(packets)),
    })
    const { data, message } = (await reply.json()) as { data: LibraryItem; message?: string }
    if (!reply.ok) throw new Error(`${title} was refused: ${message}`)
    return data
  }

  async #djOf({ dj }: Show): Promise<Member> {
    return this.#signedIn(await this.#station.as('DJ', dj))
  }

  /** Sessions end after half a day. */
  #signedIn({ email, password }: Member): Promise<Member> {
    return signIn(this.#station, email, password)
  }

  async #call<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Answer<E>> {
    const answer = await this.#station.call(endpoint, options)
    if (answer.status >= 400)
      throw new Error(`${endpoint.path}: ${answer.status} ${JSON.stringify(answer.error)}`)
    return answer
  }

  #local(ms: number): string {
    return toLocalDateTime(new Date(ms), this.#station.config.timeZone)
  }
}
