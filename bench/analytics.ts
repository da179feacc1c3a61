/**
 * Time of each call of the analytics on a station with three years behind it: 2,000 shows, 1,000,000 messages,
 * 50,000 people, their requests and votes, and who listened minute by minute.
 *
 *   node bench/analytics.ts         environment: SHOWS (2000), MESSAGES (1000000), PEOPLE (50000), ROUNDS (5)
 *
 * The whole server runs in this process: on a PostgreSQL of its own, where one is installed, and on the embedded
 * database. It fails when the median of a call reaches 300 ms there or 1 s here, or a number is not what was written.
 */
import * as calls from '@carillon/contract/analytics/endpoints'
import { median } from '@carillon/testkit/process-cost'
import { createPlace } from '../server/tests/support/database.ts'
import { startStation, type TestStation } from '../server/tests/support/station.ts'
import { writeThreeYears } from '../server/tests/support/three-years.ts'
import { type Engine, onEachDatabase, SIZE } from './lib/three-years.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const LIMIT_MS = { postgres: 300, embedded: 1_000 }

/** Each address, and those whose cost depends on the range with the widest ones. */
const ADDRESSES = [
  '/api/analytics/broadcasts',
  '/api/analytics/broadcasts?days=90',
  '/api/analytics/users',
  '/api/analytics/engagement',
  '/api/analytics/engagement?days=90',
  '/api/analytics/activity?limit=200',
  '/api/analytics/activity?limit=200&types=BROADCAST_END',
  '/api/analytics/realtime',
  '/api/analytics/demographics',
  '/api/analytics/popular-broadcasts',
  '/api/analytics/popular-broadcasts?limit=50&days=90',
  '/api/analytics/summary',
  '/api/analytics/summary?days=366',
  '/api/analytics/health',
  `/api/analytics/broadcast/${SIZE.shows}`,
  `/api/broadcasts/${SIZE.shows}/analytics`,
  '/api/analytics/broadcasts/detailed?size=100',
  '/api/analytics/broadcasts/detailed?size=100&page=15',
]

await onEachDatabase(measure)

async function measure(engine: Engine): Promise<void> {
  const place = await createPlace(engine)
  await (await startStation({ place })).stop()
  const startedAt = performance.now()
  await writeThreeYears(place, SIZE)
  console.log(`${engine}: three years written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const station = await startStation({ place })
  for (const address of ADDRESSES) await measureCall(station, engine, address)
  await checkNumbers(station)
  await station.close()
}

async function measureCall(station: TestStation, engine: Engine, address: string): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    const reply = await fetch(station.origin + address, {
      headers: { authorization: `Bearer ${station.admin.token}` },
    })
    const text = await reply.text()
    times.push(performance.now() - startedAt)
    if (reply.status !== 200) throw new Error(`${address}: ${reply.status} ${text}`)
  }
  const isSlow = median(times) >= LIMIT_MS[engine]
  if (isSlow) process.exitCode = 1
  const words = [median(times), Math.max(...times)].map((ms) => `${ms.toFixed(0)} ms`.padStart(8))
  console.log(`${engine.padEnd(8)} ${words.join(' median,')} worst  ${address}${isSlow ? '  TOO SLOW' : ''}`)
}

async function checkNumbers(station: TestStation): Promise<void> {
  const as = station.admin
  const shows = (await station.call(calls.getBroadcastStats, { as })).data.totalBroadcasts
  const messages = (await station.call(calls.getEngagementStats, { as })).data.totalChatMessages
  const people = (await station.call(calls.getUserStats, { as })).data.totalUsers
  console.log(
    `         counted ${shows} shows, ${messages} messages, ${people} people, the administrator among them`,
  )
  const isExact = shows === SIZE.shows && messages === SIZE.messages && people === SIZE.people + 1
  if (!isExact) process.exitCode = 1
}
