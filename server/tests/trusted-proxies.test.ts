import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { getStreamConfig } from '@carillon/contract/stream/endpoints'
import { afterEach, expect, it } from 'vitest'
import { type Config, readConfig } from '../src/config.ts'
import { handshake } from './support/handshake.ts'
import { startStation, type TestStation } from './support/station.ts'

let station: TestStation | null = null
afterEach(async () => station?.close())

/** A station with this TRUST_PROXY; anyone who calls it comes from 127.0.0.1. */
async function startBehind(setting: string): Promise<TestStation> {
  const config = readConfig({ TRUST_PROXY: setting })
  if (!config.ok) throw new Error(config.errors.join())
  const { trustProxy }: Pick<Config, 'trustProxy'> = config.value
  station = await startStation({ trustProxy })
  return station
}

/** Statuses of guesses at one account, each of which claims to be from somewhere else. */
async function guess(place: TestStation, forwardedFor: (n: number) => string): Promise<number[]> {
  const { email } = await place.as('LISTENER')
  const statuses: number[] = []
  for (let n = 1; n <= 6; n++) {
    const headers = { 'x-forwarded-for': forwardedFor(n), 'x-real-ip': forwardedFor(n) }
    const { status } = await place.call(authEndpoints.login, { body: { email, password: 'guess' }, headers })
    statuses.push(status)
  }
  return statuses
}

const claim = (n: number) => `203.0.113.${n}`
const ALL_ONE = [401, 401, 401, 401, 401, 429]
const ALL_DIFFERENT = [401, 401, 401, 401, 401, 401]

it.each([
  ['nobody is trusted', 'off', claim, ALL_ONE],
  ['other proxies are', '10.0.0.0/8, 192.0.2.7', claim, ALL_ONE],
  ['this proxy is', '127.0.0.1', claim, ALL_DIFFERENT],
  ['a range with this proxy is', '10.0.0.0/8, 127.0.0.0/8', claim, ALL_DIFFERENT],
  ['by name', 'loopback', claim, ALL_DIFFERENT],
  [
    'this proxy is, and adds to what a visitor claimed',
    '127.0.0.1',
    (n: number) => `${claim(n)}, 198.51.100.4`,
    ALL_ONE,
  ],
  ['one hop is, and a visitor claims another', '1', (n: number) => `${claim(n)}, 198.51.100.4`, ALL_ONE],
  [
    'the nearest hop is, and a visitor claims another',
    'on',
    (n: number) => `${claim(n)}, 198.51.100.4`,
    ALL_ONE,
  ],
  ['two hops are', '2', (n: number) => `${claim(n)}, 198.51.100.4`, ALL_DIFFERENT],
])('[SE3] where a visitor comes from, when %s', async (_, setting, forwardedFor, expected) => {
  expect(await guess(await startBehind(setting), forwardedFor)).toEqual(expected)
})

it('[SE3] host and scheme of a request are what a trusted proxy says, and nobody else', async () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }
  const distrusting = await startBehind('10.0.0.1')
  expect((await distrusting.call(getStreamConfig, { headers })).data.streamUrl).toBe(
    `${distrusting.origin}/live.ogg`,
  )
  await distrusting.close()
  const trusting = await startBehind('127.0.0.1')
  const { streamUrl } = (await trusting.call(getStreamConfig, { headers })).data
  expect(streamUrl).toBe('https://evil.example/live.ogg')
})

it.each([
  ['a trusted proxy', '127.0.0.1', 101],
  ['anybody else', '10.0.0.1', 403],
])('[SE3] a websocket of a page whose host is named by %s', async (_, setting, status) => {
  const headers = { origin: 'https://radio.example', 'x-forwarded-host': 'radio.example' }
  expect((await handshake(await startBehind(setting), '/ws/listener', headers)).status).toBe(status)
})

it('[SE11] with TRUST_PROXY=on, host and scheme are what the nearest proxy says, and not what stands before it', async () => {
  const headers = { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.example, radio.example' }
  const { streamUrl } = (await (await startBehind('on')).call(getStreamConfig, { headers })).data
  expect(streamUrl).toBe('https://radio.example/live.ogg')
})
