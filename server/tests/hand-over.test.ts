import { banUser, unbanUser } from '@carillon/contract/auth/people-endpoints'
import * as broadcasts from '@carillon/contract/broadcasts/endpoints'
import * as handOvers from '@carillon/contract/broadcasts/hand-over'
import { broadcastEventSchema } from '@carillon/contract/broadcasts/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { MINUTE_MS, SECOND_MS } from '@carillon/contract/durations'
import * as polls from '@carillon/contract/polls/endpoints'
import { getStreamStatus } from '@carillon/contract/stream/endpoints'
import { toLocalDateTime } from '@carillon/contract/time'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeRecorder, perform } from './support/fake-recorder.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire } from './support/stomp.ts'

const LIMIT = { timeout: 300_000 }
let station: TestStation
let mikael: Member
let jana: Member
let moderator: Member
let recorders: FakeRecorder[] = []

beforeAll(async () => {
  station = await startStation()
  mikael = await station.as('DJ', 'Mikael')
  jana = await station.as('DJ', 'Jana')
  moderator = await station.as('MODERATOR')
})
afterEach(async () => {
  for (const recorder of recorders) recorder.stop()
  recorders = []
  const as = station.admin
  for (const { id } of (await station.call(broadcasts.liveBroadcasts)).data)
    await station.call(broadcasts.endBroadcast, { as, params: { id } })
  for (const { id, status } of (await station.call(broadcasts.upcomingBroadcasts, { as })).data) {
    if (status === 'TESTING') await station.call(broadcasts.endBroadcast, { as, params: { id } })
    await station.call(broadcasts.deleteBroadcast, { as, params: { id } })
  }
})
afterAll(() => station.close())

const local = (inMs: number) => toLocalDateTime(new Date(Date.now() + inMs), 'Asia/Manila')

/** A show that begins in so long. */
async function plan(
  as: Member,
  title: string,
  inMs = 5 * MINUTE_MS,
  lengthMs = 60 * MINUTE_MS,
): Promise<number> {
  const scheduledStart = local(inMs)
  const scheduledEnd = local(inMs + lengthMs)
  const body = { title, scheduledStart, scheduledEnd }
  return (await station.call(broadcasts.createBroadcast, { as, body })).data.id
}

/** A show of Mikael's that is on air, and one of Jana's that follows. */
async function twoShows(inMs?: number): Promise<{ from: number; to: number }> {
  const from = await plan(mikael, 'Harana Hour', SECOND_MS, 4 * MINUTE_MS)
  const to = await plan(jana, 'Night Owls', inMs)
  await station.call(broadcasts.startBroadcast, { as: mikael, params: { id: from } })
  return { from, to }
}

async function send(as: Member, id: number): Promise<FakeRecorder> {
  const recorder = await perform(station, as.token, id)
  recorders.push(recorder)
  return recorder
}

const standBy = (id: number, as: Member = jana) => station.call(handOvers.standBy, { as, params: { id } })
const handOver = (id: number, to: number, at?: string | null, as: Member = mikael) =>
  station.call(handOvers.handOver, { as, params: { id }, body: at === undefined ? { to } : { to, at } })
const cancel = (id: number, as: Member = mikael) =>
  station.call(handOvers.cancelHandOver, { as, params: { id } })
const state = async (id: number, as: Member = moderator) =>
  (await station.call(handOvers.getHandOver, { as, params: { id } })).data
const show = async (id: number, as: Member = station.admin) =>
  (await station.call(broadcasts.getBroadcast, { as, params: { id } })).data
const isReady = (id: number) => expect.poll(async () => (await state(id)).next?.isReady, LIMIT).toBe(true)
const in_ = (ms: number) => new Date(Date.now() + ms).toISOString()
/** Plans a hand-over so soon that its time may be over when the station reads it: again, until it is taken. Gives the time. */
async function planSoon(from: number, to: number, inMs: number): Promise<string> {
  let at = ''
  const attempt = async () => {
    at = in_(inMs)
    return (await handOver(from, to, at)).status
  }
  await expect.poll(attempt, LIMIT).toBe(200)
  return at
}
const refusal = ({ status, error }: { status: number; error: { code: string; message: string } }) =>
  `${status} ${error.code}: ${error.message}`

/** Types of what is told on a broadcast's topic from now on. */
async function follow(id: number): Promise<{ types: string[]; close(): void }> {
  const client = await openWire(station, 'raw websocket')
  await client.connect()
  await client.ask(
    frameText('SUBSCRIBE', {
      id: '0',
      destination: destinationFor(DESTINATIONS.broadcast, id),
      receipt: 'r',
    }),
  )
  const types: string[] = []
  const read = async () => {
    for (let frame = await client.next(); frame; frame = await client.next()) {
      const event = broadcastEventSchema.parse(JSON.parse(frame.body))
      if (event.type !== 'LISTENER_COUNT' && event.type !== 'BROADCAST_UPDATED') types.push(event.type)
    }
  }
  void read()
  return { types, close: () => client.close() }
}

/** Nobody sends in a show on air of these tests: where they take long, that is said as well. */
const isNotLost = (type: string) => type !== 'SOURCE_LOST'

describe('standing by', () => {
  it('[HO10] waits on a private mount, and plans the hand-over at the planned start', LIMIT, async () => {
    const { from, to } = await twoShows()
    const seen = await follow(from)
    const { status, data } = await standBy(to)
    expect(status).toBe(200)
    expect(data).toMatchObject({ id: to, status: 'TESTING', standingBySince: expect.any(String) })
    expect(await state(from)).toMatchObject({
      next: {
        id: to,
        title: 'Night Owls',
        dj: { id: jana.id },
        standingBySince: data.standingBySince,
        isReady: false,
      },
      at: expect.stringMatching(/Z$/),
    })
    await send(jana, to)
    await isReady(from)
    expect((await show(to, mikael)).status).toBe('SCHEDULED')
    expect((await standBy(to)).data).toEqual(data)
    await station.call(broadcasts.endBroadcast, { as: jana, params: { id: to } })
    await expect
      .poll(() => seen.types.filter(isNotLost), LIMIT)
      .toEqual(['STAND_BY', 'HAND_OVER_PLANNED', 'STAND_BY'])
    expect((await state(from)).next).toMatchObject({ id: to, standingBySince: null, isReady: false })
    seen.close()
  })

  it(
    '[HO10] of a show that is cancelled nothing stays planned, and who waits then follows',
    LIMIT,
    async () => {
      const { from, to } = await twoShows()
      await standBy(to)
      await station.call(broadcasts.endBroadcast, { as: jana, params: { id: to } })
      const seen = await follow(from)
      await station.call(broadcasts.deleteBroadcast, { as: jana, params: { id: to } })
      expect(await state(from)).toEqual({ next: null, at: null })
      const tala = await station.as('DJ', 'Tala')
      const third = await plan(tala, 'Early Birds')
      await standBy(third, tala)
      expect(await state(from)).toMatchObject({ next: { id: third }, at: expect.stringMatching(/Z$/) })
      await expect
        .poll(() => seen.types.filter(isNotLost), LIMIT)
        .toEqual(['HAND_OVER_PLANNED', 'STAND_BY', 'HAND_OVER_PLANNED'])
      seen.close()
    },
  )

  it('[HO11] is for the own show, from 30 minutes before it, while another is on air', LIMIT, async () => {
    const early = await plan(jana, 'Tomorrow', 31 * MINUTE_MS)
    const soon = await plan(jana, 'Night Owls')
    expect(refusal(await standBy(soon))).toBe('409 WRONG_STATE: Nothing is on air: you can go live at once.')
    const { from } = await twoShows()
    expect((await standBy(soon, mikael)).status).toBe(403)
    expect((await standBy(soon, moderator)).status).toBe(403)
    expect(refusal(await standBy(early))).toBe(
      '409 WRONG_STATE: You can stand by from 30 minutes before your show begins.',
    )
    expect((await show(early)).status).toBe('SCHEDULED')
    expect((await standBy(from, mikael)).status).toBe(409)
    const atOnce = await plan(jana, 'In between', 30 * SECOND_MS)
    await standBy(atOnce)
    expect(await state(from)).toMatchObject({ next: { id: atOnce }, at: null })
  })
})

describe('handing over', () => {
  it(
    '[HO19] what is on air is the next show at once, and the polls of the one before end',
    LIMIT,
    async () => {
      const { from, to } = await twoShows()
      await send(mikael, from)
      const song = { title: 'Harana', artist: 'Parokya' }
      await station.call(broadcasts.setNowPlaying, { as: mikael, params: { id: from }, body: song })
      const body = { broadcastId: from, question: 'OPM or indie?', options: ['OPM', 'Indie'] }
      const { id } = (await station.call(polls.createPoll, { as: mikael, body })).data
      await station.call(polls.showPoll, { as: mikael, params: { id } })
      await standBy(to)
      await send(jana, to)
      await isReady(from)
      const onAir = async () => (await station.call(getStreamStatus)).data.onAir
      expect(await onAir()).toMatchObject({ title: 'Harana', broadcastId: from })
      await handOver(from, to)
      expect(await onAir()).toMatchObject({ title: 'Night Owls', broadcastId: to })
      const poll = async () => (await station.call(polls.getPoll, { as: mikael, params: { id } })).data
      await expect.poll(async () => (await poll()).status, LIMIT).toBe('ENDED')
    },
  )

  it('[HO12] ends one show and starts the other in one step, and listeners stay', LIMIT, async () => {
    const { from, to } = await twoShows()
    await send(mikael, from)
    await standBy(to)
    const next = await send(jana, to)
    await isReady(from)
    const [seen, seenNext] = [await follow(from), await follow(to)]
    const { status, data } = await handOver(from, to)
    expect(status).toBe(200)
    expect(data).toMatchObject({ id: from, status: 'ENDED', endReason: 'ENDED_BY_DJ' })
    expect(await show(to)).toMatchObject({
      status: 'LIVE',
      startedBy: { id: jana.id },
      actualStart: data.actualEnd,
    })
    const { data: stream } = await station.call(getStreamStatus)
    expect(stream).toMatchObject({ isLive: true, broadcastId: to })
    expect(next.socket.readyState).toBe(next.socket.OPEN)
    expect((await handOver(from, to)).data).toMatchObject({ id: from, status: 'ENDED' })
    await expect.poll(() => seen.types, LIMIT).toEqual(['HANDED_OVER', 'BROADCAST_ENDED'])
    await expect.poll(() => seenNext.types, LIMIT).toEqual(['HANDED_OVER', 'BROADCAST_STARTED'])
    seen.close()
    seenNext.close()
  })

  it('[HO13] comes at the planned minute by itself, to whoever stands by then', LIMIT, async () => {
    const { from, to } = await twoShows()
    await standBy(to)
    await send(jana, to)
    await isReady(from)
    const later = in_(MINUTE_MS)
    expect((await handOver(from, to, later)).data.status).toBe('LIVE')
    expect((await state(from)).at).toBe(later)
    const at = await planSoon(from, to, 1_500)
    await expect.poll(async () => (await show(to)).status, LIMIT).toBe('LIVE')
    const { actualStart } = await show(to)
    expect(Date.parse(actualStart ?? '')).toBeGreaterThanOrEqual(Date.parse(at))
    expect((await show(from)).endReason).toBe('ENDED_BY_DJ')
  })

  it('[HO14] a next DJ who is late costs nothing: the show on air goes on', LIMIT, async () => {
    const { from, to } = await twoShows()
    await planSoon(from, to, 300)
    await expect
      .poll(async () => Date.parse((await state(from)).at ?? '') < Date.now() - 500, LIMIT)
      .toBe(true)
    expect((await show(from)).status).toBe('LIVE')
    await standBy(to)
    expect(refusal(await handOver(from, to))).toBe('409 WRONG_STATE: No sound arrives from Jana Reyes yet.')
    await send(jana, to)
    await expect.poll(async () => (await show(to)).status, LIMIT).toBe('LIVE')
  })

  it('[HO15] is moved by two minutes, and taken back', LIMIT, async () => {
    const { from, to } = await twoShows()
    await standBy(to)
    const { at } = await state(from)
    const later = new Date(Date.parse(at ?? '') + 2 * MINUTE_MS).toISOString()
    await handOver(from, to, later)
    expect((await state(from)).at).toBe(later)
    expect((await cancel(from)).status).toBe(200)
    expect(await state(from)).toMatchObject({
      next: { id: to, standingBySince: expect.any(String) },
      at: null,
    })
    expect((await cancel(from)).status).toBe(200)
  })

  it('[HO16] may be done by the DJ on air and by staff, whose doing it then is', LIMIT, async () => {
    const { from, to } = await twoShows()
    await standBy(to)
    await send(jana, to)
    await isReady(from)
    expect((await handOver(from, to, undefined, jana)).status).toBe(403)
    expect((await cancel(from, jana)).status).toBe(403)
    expect((await handOver(from, to, undefined, await station.as('LISTENER'))).status).toBe(403)
    const { data } = await handOver(from, to, null, moderator)
    expect(data).toMatchObject({ status: 'ENDED', endReason: 'ENDED_BY_STAFF' })
  })

  it('[HO17] what cannot be is refused, and says why', LIMIT, async () => {
    const { from, to } = await twoShows()
    const fields = async (answer: Awaited<ReturnType<typeof handOver>>) =>
      `${answer.status} ${JSON.stringify(answer.error.fields)}`
    expect(await fields(await handOver(from, from))).toBe('400 {"to":"A show cannot hand over to itself"}')
    expect(await fields(await handOver(from, 2_000_000_000))).toBe('400 {"to":"There is no such show"}')
    expect(await fields(await handOver(from, to, in_(-1_000)))).toBe(
      '400 {"at":"Choose a time that is still to come"}',
    )
    expect(await fields(await handOver(from, to, in_(25 * 60 * MINUTE_MS)))).toBe(
      '400 {"at":"Choose a time within a day"}',
    )
    expect(refusal(await handOver(from, to))).toBe('409 WRONG_STATE: Jana Reyes is not standing by.')
    expect(refusal(await handOver(to, from, undefined, jana))).toBe(
      '409 WRONG_STATE: This broadcast has not started.',
    )
    const over = await plan(jana, 'Last week')
    await station.call(broadcasts.deleteBroadcast, { as: jana, params: { id: over } })
    expect((await handOver(from, over, in_(MINUTE_MS))).status).toBe(400)
    await station.call(banUser, { as: station.admin, params: { id: jana.id }, body: {} })
    expect(refusal(await handOver(from, to, in_(MINUTE_MS)))).toBe(
      '409 WRONG_STATE: The account of Jana Reyes is banned.',
    )
    await station.call(unbanUser, { as: station.admin, params: { id: jana.id } })
    jana = await station.as('DJ', 'Jana Again')
    await station.call(broadcasts.endBroadcast, { as: mikael, params: { id: from } })
    expect(refusal(await handOver(from, to))).toBe('409 WRONG_STATE: This broadcast has ended.')
    expect(await state(from)).toEqual({ next: null, at: null })
  })

  it('[HO214] a draft of somebody else is no show to hand over to until it stands by', LIMIT, async () => {
    const { from } = await twoShows()
    const body = { title: 'Line check', unlisted: true }
    const { id: draft } = (await station.call(broadcasts.createBroadcast, { as: jana, body })).data
    const { error: noSuchShow } = await handOver(from, 2_000_000_000, in_(MINUTE_MS))
    for (const at of [undefined, in_(MINUTE_MS)])
      expect(await handOver(from, draft, at)).toMatchObject({ status: 400, error: noSuchShow })
    // Staff know of it.
    expect((await handOver(from, draft, in_(10 * MINUTE_MS), moderator)).status).toBe(200)
    const otherDj = await station.as('DJ', 'Tala')
    const shown = async (as: Member) => (await state(from, as)).next?.title
    const toAll = async () => [await shown(moderator), await shown(mikael), await shown(otherDj)]
    expect(await toAll()).toEqual(['Line check', 'Night Owls', 'Night Owls'])
    expect((await state(from, mikael)).at).toBeNull()
    await standBy(draft)
    expect(await toAll()).toEqual(['Line check', 'Line check', 'Night Owls'])
    expect(refusal(await handOver(from, draft))).toMatch(/^409 WRONG_STATE: No sound arrives from Jana/)
    await station.call(broadcasts.endBroadcast, { as: jana, params: { id: draft } })
    await station.call(broadcasts.deleteBroadcast, { as: jana, params: { id: draft } })
  })
})
