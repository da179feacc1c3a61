import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import {
  createBroadcast,
  endBroadcast,
  listBroadcasts,
  startBroadcast,
} from '@carillon/contract/broadcasts/endpoints'
import { listMessages, postMessage } from '@carillon/contract/chat/endpoints'
import { getEncoder, renewEncoderPassword } from '@carillon/contract/encoder/endpoints'
import { getRecording } from '@carillon/contract/recordings/endpoints'
import {
  getRadioStatus,
  getStreamHealth,
  getStreamStatus,
  startRadio,
  startStream,
  stopRadio,
  stopStream,
} from '@carillon/contract/stream/endpoints'
import { FEED_HELD_MESSAGE } from '@carillon/contract/stream/schemas'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { headOf, Program, song } from './support/encoder.ts'
import { pagesOf, perform, soundPackets, until } from './support/fake-recorder.ts'
import { type Campus, type Instance, openCampus, openRoom, signUp, untilKnown } from './support/instances.ts'
import type { ServerProcess } from './support/process.ts'
import { callStation } from './support/station.ts'
import { openWire } from './support/stomp.ts'
import { complaints } from './support/stream-validators.ts'

const LIMIT_MS = 300_000
/** Time that a part of the station is away; with LONG=1 as long as it is promised for. */
const AWAY_MS = process.env.LONG ? 30_000 : 3_000

/** Those that run from one test to the next; who kills one leaves the others to it. */
let campus: Campus

/** A show that is on air, started here; the instance there knows of it. It is over after the test. */
async function onAir(settings?: Record<string, string>) {
  const [here, there] = await campus.pair(settings)
  const token = await campus.signIn(here)
  const { data } = await callStation(here.origin, createBroadcast, {
    as: token,
    body: { title: 'Harana Hour' },
  })
  const { id } = data
  await untilKnown([here, there], token, id)
  await callStation(here.origin, startBroadcast, { as: token, params: { id } })
  await until(async () => (await statusOf(there)).broadcastId === id)
  onTestFinished(async () => {
    const [{ origin }] = await campus.pair()
    await callStation(origin, endBroadcast, { as: token, params: { id } })
  })
  return { here, there, token, id }
}

/** Waits for the end of what somebody heard: one logical stream, without a complaint of the reference readers. */
async function expectOneStream(probe: ListenerProbe): Promise<void> {
  await probe.ended()
  const pages = pagesOf(probe.bytes)
  expect(new Set(pages.map(({ serialNumber }) => serialNumber)).size).toBe(1)
  expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index))
  expect(pages.at(-1)?.isLast).toBe(true)
  expect(await complaints(probe.bytes)).toEqual([])
}

async function expectRefused(refused: ServerProcess, reason: RegExp): Promise<void> {
  expect((await refused.ended).code).toBe(1)
  expect(refused.output().trim()).toMatch(reason)
  expect(refused.output().trim().split('\n')).toHaveLength(1)
}

const isLike = (status: object, part: object) =>
  Object.entries(part).every(([name, value]) => status[name as never] === value)

const statusOf = async ({ origin }: Instance) => (await callStation(origin, getStreamStatus)).data

// Several instances need PostgreSQL: `npm test` brings one.
describe.runIf(process.env.TEST_DATABASE_URL)('several processes on one database', () => {
  beforeAll(async () => {
    campus = await openCampus()
  }, LIMIT_MS)
  afterAll(() => campus.close())

  it('[IN1] beside one that runs alone, another refuses to start and says why in one line; killed, it is in the way of nobody', {
    timeout: LIMIT_MS,
  }, async () => {
    const { spawn, start, close } = await openCampus()
    onTestFinished(close)
    const alone = { REDIS_URL: '' }
    const first = await start(alone)
    await expectRefused(spawn(alone), /^Another instance .*Set REDIS_URL/)
    await expectRefused(spawn(), /^Another instance .*without REDIS_URL\. Stop it/)
    first.process.child.kill('SIGKILL')
    await first.process.ended
    expect((await fetch(`${(await start(alone)).origin}/stream/health`)).status).toBe(200)
  })

  // Slow: whole programs start, one of them in vain.
  it('[IN1] beside one that runs with REDIS_URL, one started alone refuses to start and says why in one line', {
    timeout: LIMIT_MS,
  }, async () => {
    await campus.pair()
    await expectRefused(campus.spawn({ REDIS_URL: '' }), /^Another instance .*Set REDIS_URL/)
  })

  describe('on air', () => {
    it('[HT61] what visitors read elsewhere is new once its event has arrived there', {
      timeout: LIMIT_MS,
    }, async () => {
      const { here, there, token, id } = await onAir()
      const wire = await openRoom(there, token, id)
      onTestFinished(() => wire.close())
      const params = { broadcastId: id }
      const readThere = async () => {
        const { data } = await callStation(there.origin, listMessages, { params })
        return data.map(({ content }) => content)
      }
      for (const content of ['One', 'Two', 'Three']) {
        expect(await readThere()).not.toContain(content)
        await callStation(here.origin, postMessage, { as: token, params, body: { content } })
        expect((await wire.next())?.command).toBe('MESSAGE')
        expect(await readThere()).toContain(content)
      }
    })

    it('[IN2] listeners anywhere hear one stream while the DJ goes from one instance to another', {
      timeout: LIMIT_MS,
    }, async () => {
      const { here, there, token, id } = await onAir()
      const first = await perform(here, token, id)
      const [near, far] = [
        new ListenerProbe(`${here.origin}/live.ogg`),
        new ListenerProbe(`${there.origin}/live.ogg`),
      ]
      await until(() => soundPackets(near.bytes) > 30 && soundPackets(far.bytes) > 30)

      // The DJ comes back somewhere else while the old connection is still open.
      const second = await perform(there, token, id)
      expect(await first.closed).toBe(4002)
      const packetsBefore = [near, far].map(({ bytes }) => soundPackets(bytes))
      await until(() =>
        [near, far].every(({ bytes }, index) => soundPackets(bytes) > (packetsBefore[index] ?? 0) + 30),
      )

      await callStation(here.origin, endBroadcast, { as: token, params: { id } })
      expect(await second.closed).toBe(4003)
      for (const probe of [near, far]) await expectOneStream(probe)
    })

    it('[IN3] when the one that leads is killed, nobody elsewhere is cut, and the DJ is taken by another', {
      timeout: LIMIT_MS,
    }, async () => {
      const { here, there, token, id } = await onAir()
      await perform(here, token, id)
      const far = new ListenerProbe(`${there.origin}/live.ogg`)
      await until(() => soundPackets(far.bytes) > 30)
      here.process.child.kill('SIGKILL')
      await until(async () => (await statusOf(there)).recovering)
      const again = await perform(there, token, id)
      const packetsBefore = soundPackets(far.bytes)
      await until(() => soundPackets(far.bytes) > packetsBefore + 30)
      await until(async () => !(await statusOf(there)).recovering)
      await callStation(there.origin, endBroadcast, { as: token, params: { id } })
      expect(await again.closed).toBe(4003)
      await expectOneStream(far)
    })

    it('[IN3] when the one that leads is gone and the DJ stays away, another ends the show after the grace', {
      timeout: LIMIT_MS,
    }, async () => {
      // Only the one that takes over has a short grace.
      await campus.keepOne()
      const { here, there } = await onAir({ SOURCE_GRACE_SECONDS: '4' })
      here.process.child.kill('SIGKILL')
      await until(async () => !(await statusOf(there)).isLive)
      there.process.child.kill('SIGKILL')
    })

    it('[IN4] a player counts once wherever its stream and its socket are, and each instance says the same', {
      timeout: LIMIT_MS,
    }, async () => {
      const { here, there } = await onAir()
      const player = crypto.randomUUID()
      const probes = [
        new ListenerProbe(`${here.origin}/live.ogg?listener=${player}`),
        new ListenerProbe(`${there.origin}/live.ogg?listener=${player}`),
        new ListenerProbe(`${there.origin}/live.ogg`),
        new ListenerProbe(`${there.origin}/live.ogg?listener=${crypto.randomUUID()}`),
      ]
      const counts = { listenerCount: 3, peakListenerCount: 3 }
      for (const instance of [here, there]) await until(async () => isLike(await statusOf(instance), counts))
      for (const probe of probes.slice(2)) probe.leave()
      const left = { listenerCount: 1, peakListenerCount: 3 }
      for (const instance of [here, there]) await until(async () => isLike(await statusOf(instance), left))
    })

    it('[IN5] what is done on one instance holds on all: the feed, the end, a ban', {
      timeout: LIMIT_MS,
    }, async () => {
      const { here, there, token, id } = await onAir()
      const source = await perform(here, token, id)
      const healthOf = async (instance: Instance) =>
        (await callStation(instance.origin, getStreamHealth)).data.errorMessage

      await callStation(there.origin, stopStream, { as: token })
      for (const instance of [here, there])
        await until(async () => (await healthOf(instance)) === FEED_HELD_MESSAGE)
      await callStation(there.origin, startStream, { as: token })
      for (const instance of [here, there]) await until(async () => (await healthOf(instance)) === null)

      const closedByBan = async () => {
        const member = await signUp(there)
        const wire = await openWire(there, 'raw websocket')
        await wire.connect({ Authorization: `Bearer ${member.token}` })
        const params = { id: member.id }
        await callStation(here.origin, peopleEndpoints.banUser, { as: token, params, body: {} })
        while ((await wire.next()) !== null);
        return wire.ended?.reason
      }
      // Not by the look at the database, which says that it expired. It comes every 5 s, and may be first for once.
      await expect.poll(closedByBan).toBe('Session revoked')

      const probe = new ListenerProbe(`${here.origin}/live.ogg`)
      await probe.head
      await callStation(there.origin, endBroadcast, { as: token, params: { id } })
      expect(await source.closed).toBe(4003)
      await expectOneStream(probe)
      expect(await statusOf(here)).toMatchObject({ isLive: false })
    })

    it('[EN21] program, browser and page may each be at another instance', {
      timeout: LIMIT_MS,
    }, async () => {
      const { here, there, token, id } = await onAir()
      const params = { as: token, params: { id } }
      const viewOf = async ({ origin }: Instance) => (await callStation(origin, getEncoder, params)).data
      const { data } = await callStation(there.origin, renewEncoderPassword, params)
      const program = new Program(here.origin, headOf(data.password))
      expect(await program.answer()).toBe('HTTP/1.0 200 OK')
      program.send(song())
      for (const instance of [here, there])
        await until(async () => {
          const { source } = await viewOf(instance)
          return source?.kind === 'ENCODER' && source.program === 'test' && source.receivedBytes > 0
        })

      const browser = await perform(there, token, id)
      await program.ended
      for (const instance of [here, there])
        await until(async () => {
          const { source, note } = await viewOf(instance)
          return source?.kind === 'BROWSER' && note?.reason === 'REPLACED'
        })
      for (const { origin } of [here, there])
        expect(await new Program(origin, headOf(data.password)).ended).toContain('SOURCE_TAKEN')
      expect(browser.socket.readyState).toBe(browser.socket.OPEN)

      browser.stop()
      await until(async () => (await viewOf(here)).source === null)
      const back = new Program(here.origin, headOf(data.password))
      expect(await back.answer()).toBe('HTTP/1.0 200 OK')
      back.send(song())
      for (const instance of [here, there])
        await until(async () => {
          const { source, note } = await viewOf(instance)
          return source?.kind === 'ENCODER' && note === null
        })
      back.socket.destroy()
    })

    it('[IN9] a show whose instance was killed can be heard again whole, on every instance', {
      timeout: LIMIT_MS,
    }, async () => {
      const { here, there, token, id } = await onAir()
      await perform(here, token, id)
      const far = new ListenerProbe(`${there.origin}/live.ogg`)
      await until(() => soundPackets(far.bytes) > 60)
      here.process.child.kill('SIGKILL')
      await perform(there, token, id)
      const before = soundPackets(far.bytes)
      await until(() => soundPackets(far.bytes) > before + 60)
      const packetsBefore = soundPackets(far.bytes)
      await callStation(there.origin, endBroadcast, { as: token, params: { id } })

      const last = await campus.start()
      const recordingOf = ({ origin }: Instance) => callStation(origin, getRecording, { params: { id } })
      await until(async () => (await recordingOf(last)).status === 200)
      const fetched = await Promise.all(
        [there, last].map(async ({ origin }) =>
          Buffer.from(await (await fetch(`${origin}/recordings/${id}.ogg`)).arrayBuffer()),
        ),
      )
      expect(fetched[0]?.equals(fetched[1] ?? Buffer.alloc(0))).toBe(true)
      expect(soundPackets(fetched[1] ?? Buffer.alloc(0))).toBeGreaterThanOrEqual(packetsBefore)
      expect(await complaints(fetched[1] ?? Buffer.alloc(0))).toEqual([])
      expect((await fetch(`${last.origin}/relay/recordings/${id}.ogg`)).status).toBe(404)
    })

    it('[IN5] the media service is stopped and started for all', { timeout: LIMIT_MS }, async () => {
      const [here, there] = await campus.pair()
      const token = await campus.signIn(here)
      const isRunning = async ({ origin }: Instance) =>
        (await callStation(origin, getRadioStatus, { as: token })).data.running
      await callStation(here.origin, stopRadio, { as: token })
      await until(async () => !(await isRunning(there)))
      await callStation(there.origin, startRadio, { as: token })
      await until(() => isRunning(here))
    })

    it('[IN6] while Redis is away nobody is signed out, the room goes on where one is, and the sound everywhere', {
      timeout: LIMIT_MS + AWAY_MS,
    }, async () => {
      const { here, there, token, id } = await onAir()
      const { redis } = campus
      const source = await perform(here, token, id)
      const far = new ListenerProbe(`${there.origin}/live.ogg`)
      const member = await signUp(there)
      const room = await openRoom(there, member.token, id)
      await until(() => soundPackets(far.bytes) > 30)
      await redis.stop()

      const untilMs = performance.now() + AWAY_MS
      let said = 0
      while (performance.now() < untilMs) {
        const packetsBefore = soundPackets(far.bytes)
        const body = { content: `still here ${said++}` }
        const params = { broadcastId: id }
        expect(
          (await callStation(there.origin, postMessage, { as: member.token, params, body })).status,
        ).toBe(201)
        expect((await room.next())?.body).toContain(body.content)
        for (const { origin } of [here, there])
          expect((await callStation(origin, authEndpoints.me, { as: token })).status).toBe(200)
        await until(() => soundPackets(far.bytes) > packetsBefore + 15)
        await until(async () => isLike(await statusOf(here), { listenerCount: 1, recovering: false }))
      }
      expect(source.socket.readyState).toBe(source.socket.OPEN)

      // A ban is in the database; no letter tells of it.
      await callStation(here.origin, peopleEndpoints.banUser, {
        as: token,
        params: { id: member.id },
        body: {},
      })
      while ((await room.next()) !== null);

      await redis.start()
      await callStation(here.origin, endBroadcast, { as: token, params: { id } })
      await expectOneStream(far)
    })

    it('[IN7] while PostgreSQL is away the sound goes on everywhere, and calls are back when it is', {
      timeout: LIMIT_MS + AWAY_MS,
    }, async () => {
      const { here, there, token, id } = await onAir()
      const { database } = campus
      const source = await perform(here, token, id)
      const far = new ListenerProbe(`${there.origin}/live.ogg`)
      await until(() => soundPackets(far.bytes) > 30)
      database.cut()
      const list = ({ origin }: Instance) => callStation(origin, listBroadcasts)
      const untilMs = performance.now() + AWAY_MS
      while (performance.now() < untilMs) {
        const packetsBefore = soundPackets(far.bytes)
        for (const instance of [here, there]) expect((await list(instance)).status).toBe(503)
        await until(() => soundPackets(far.bytes) > packetsBefore + 15)
      }
      database.mend()
      for (const instance of [here, there]) await until(async () => (await list(instance)).status === 200)
      expect(source.socket.readyState).toBe(source.socket.OPEN)
      await callStation(there.origin, endBroadcast, { as: token, params: { id } })
      await expectOneStream(far)
    })

    it('[IN8] failures to sign in count on all instances together, and on each while Redis is away', {
      timeout: LIMIT_MS,
    }, async () => {
      const [here, there] = await campus.pair()
      const { redis } = campus
      const attempt = async ({ origin }: Instance, email: string) =>
        (await callStation(origin, authEndpoints.login, { body: { email, password: 'a guess' } })).status
      let email = ''
      const sixAttempts = async () => {
        email = `${crypto.randomUUID()}@station.test`
        const statuses: number[] = []
        for (const each of [here, there, here, there, here, there]) statuses.push(await attempt(each, email))
        return statuses
      }
      // A Redis that is slow for once counts as away for a second.
      await expect.poll(sixAttempts).toEqual([401, 401, 401, 401, 401, 429])
      await redis.stop()
      expect(await attempt(there, email)).toBe(401)
      for (let failures = 3; failures < 5; failures++) expect(await attempt(there, email)).toBe(401)
      expect(await attempt(there, email)).toBe(429)
      await redis.start()
    })
  })
})
