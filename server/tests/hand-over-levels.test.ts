import { setTimeout as delay } from 'node:timers/promises'
import * as broadcasts from '@carillon/contract/broadcasts/endpoints'
import * as handOvers from '@carillon/contract/broadcasts/hand-over'
import { APP_DESTINATIONS, DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEVEL_RATE } from '../src/features/broadcasts/hand-over/levels.ts'
import { MAX_GATHER_MS } from '../src/realtime/broker.ts'
import { RealtimeClients, verdict } from './support/realtime-clients.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, type WireClient } from './support/stomp.ts'

let station: TestStation
let mikael: Member
let jana: Member
let other: Member
let live: number
let next: number
const clients = new RealtimeClients(() => station)

beforeEach(async () => {
  station = await startStation()
  mikael = await station.as('DJ', 'Mikael')
  jana = await station.as('DJ', 'Jana')
  other = await station.as('DJ', 'Other')
  live = await plan(mikael, 'Harana Hour')
  next = await plan(jana, 'Night Owls')
  await station.call(broadcasts.startBroadcast, { as: mikael, params: { id: live } })
})
afterEach(async () => {
  await clients.close()
  await station.close()
})

async function plan(as: Member, title: string): Promise<number> {
  return (await station.call(broadcasts.createBroadcast, { as, body: { title } })).data.id
}
const standBy = () => station.call(handOvers.standBy, { as: jana, params: { id: next } })
const levelsOf = (id: number) =>
  frameText('SUBSCRIBE', { id: '0', destination: destinationFor(DESTINATIONS.levels, id), receipt: 'in' })
const level = (id: number, body: string) =>
  frameText('SEND', { destination: destinationFor(APP_DESTINATIONS.level, id), receipt: 'sent' }, body)
const bodyOf = async (client: WireClient) => JSON.parse((await client.next())?.body ?? 'null')

/** Connection of somebody who sees the levels of a show. */
async function watch(as: Member, id: number): Promise<WireClient> {
  const client = await clients.connect(as)
  expect(await verdict(client, levelsOf(id))).toBe('in')
  return client
}

/** Levels that have reached a connection; no more come to it. */
async function levelsUntilNow(watching: WireClient): Promise<number[]> {
  const levels: number[] = []
  // What is published waits so long for what comes with it.
  await delay(2 * MAX_GATHER_MS)
  const text = frameText('UNSUBSCRIBE', { id: '0', receipt: 'out' })
  for (let frame = await watching.ask(text); frame?.command === 'MESSAGE'; frame = await watching.next())
    levels.push(JSON.parse(frame.body).peakDb)
  return levels
}

describe('levels of a hand-over', () => {
  it('[HO211] both DJs and staff are sent those of both', async () => {
    await standBy()
    const staff = await station.as('MODERATOR')
    const watching = [await watch(mikael, live), await watch(jana, next), await watch(staff, live)]
    const sender = await clients.connect(jana)
    expect(await verdict(sender, level(next, '{"peakDb":-12.5}'))).toBe('in')
    for (const client of watching)
      expect(await bodyOf(client)).toEqual({ type: 'LEVEL', broadcastId: next, peakDb: -12.5 })
    const onAir = await clients.connect(mikael)
    expect(await verdict(onAir, level(live, '{"peakDb":-6}'))).toBe('in')
    for (const client of watching)
      expect(await bodyOf(client)).toEqual({ type: 'LEVEL', broadcastId: live, peakDb: -6 })
  })

  it('[HO211] nobody else may subscribe to them', async () => {
    await standBy()
    const refused = async (as: Member | null, id: number) => verdict(await clients.connect(as), levelsOf(id))
    expect(await refused(null, live)).toBe('NOT_SIGNED_IN')
    expect(await refused(await station.as('LISTENER'), live)).toBe('FORBIDDEN')
    expect(await refused(other, live)).toBe('FORBIDDEN')
    expect(await refused(jana, live)).toBe('FORBIDDEN')
  })

  it('[HO211] while nobody stands by nothing is passed on', async () => {
    const watching = await watch(mikael, live)
    const sender = await clients.connect(mikael)
    expect(await verdict(sender, level(live, '{"peakDb":-6}'))).toBe('in')
    expect(await levelsUntilNow(watching)).toEqual([])
  })

  it('[HO211] of those that come faster some are left out, and the connection goes on', async () => {
    await standBy()
    const watching = await watch(mikael, live)
    const sender = await clients.connect(jana)
    const startedMs = performance.now()
    const sent = Array.from({ length: 5 * LEVEL_RATE.burst }, (_, index) => -1 - index)
    for (const peakDb of sent)
      expect(await verdict(sender, level(next, JSON.stringify({ peakDb })))).toBe('in')
    const seconds = (performance.now() - startedMs) / 1_000
    const received = await levelsUntilNow(watching)
    expect(received.slice(0, 2)).toEqual(sent.slice(0, 2))
    expect(received.length).toBeLessThanOrEqual(LEVEL_RATE.burst + seconds * LEVEL_RATE.perSecond)
  })

  it('[HO212] anybody who may not send the show is refused, moderators too', async () => {
    await standBy()
    const send = async (as: Member | null, id: number) =>
      verdict(await clients.connect(as), level(id, '{"peakDb":-6}'))
    expect(await send(null, next)).toBe('NOT_SIGNED_IN')
    expect(await send(await station.as('LISTENER'), next)).toBe('FORBIDDEN')
    expect(await send(await station.as('MODERATOR'), next)).toBe('FORBIDDEN')
    expect(await send(other, next)).toBe('FORBIDDEN')
    expect(await send(mikael, next)).toBe('FORBIDDEN')
    expect(await send(jana, live)).toBe('FORBIDDEN')
    expect(await send(station.admin, next)).toBe('in')
  })

  it.each(['', '{}', '{"peakDb":1}', '{"peakDb":-61}', '{"peakDb":"-6"}', '{"peakDb":null}', '[]'])(
    '[HO212] %s is no level',
    async (body) => {
      await standBy()
      expect(await verdict(await clients.connect(jana), level(next, body))).toBe('INVALID_INPUT')
    },
  )
})
