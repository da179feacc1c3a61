/**
 * Cost of one publication for a station with many accounts: how soon the call is answered, how many rows it adds, and
 * when the last of those who are connected has been told, each with how many they have unread.
 *
 *   node bench/notify.ts            environment: ACCOUNTS (50000), CONNECTED (200), BACKLOG (7300), ROUNDS (20),
 *                                   TEST_DATABASE_URL
 *
 * The whole server runs in this process, on the embedded database, and on PostgreSQL too when TEST_DATABASE_URL is set.
 * It fails when one answer in twenty takes 100 ms or more, or a publication does not add one row.
 */
import { createAnnouncement, publishAnnouncement } from '@carillon/contract/announcements/endpoints'
import { countUnread } from '@carillon/contract/notifications/endpoints'
import { median, quantile } from '@carillon/testkit/process-cost'
import { createPlace } from '../server/tests/support/database.ts'
import {
  countNotifications,
  seedAccounts,
  seedBacklog,
  seededToken,
} from '../server/tests/support/many-accounts.ts'
import { startStation, type TestStation } from '../server/tests/support/station.ts'
import { frameText, openWire, type WireClient } from '../server/tests/support/stomp.ts'

const ACCOUNTS = Number(process.env.ACCOUNTS ?? 50_000)
const CONNECTED = Number(process.env.CONNECTED ?? 200)
/** Unread notifications of everybody: about half a year of a busy station. */
const BACKLOG = Number(process.env.BACKLOG ?? 7_300)
const ROUNDS = Number(process.env.ROUNDS ?? 20)
const LIMIT_MS = 100
const QUEUE = '/user/queue/notifications'

for (const engine of process.env.TEST_DATABASE_URL ? ['embedded', 'postgres'] : ['embedded'])
  await measure(engine)

async function measure(engine: string): Promise<void> {
  const place = await createPlace(engine)
  await (await startStation({ place })).stop()
  await seedAccounts(place, ACCOUNTS, CONNECTED)
  await seedBacklog(place, BACKLOG)
  const rowsBefore = await countNotifications(place)
  const station = await startStation({ place })
  const clients: WireClient[] = []
  for (let at = 1; at <= CONNECTED; at += 1) clients.push(await connected(station, seededToken(at)))
  await publish(station, clients)
  const rounds: Awaited<ReturnType<typeof publish>>[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await publish(station, clients))
  for (const client of clients) client.close()
  const counts = await countOften(station)
  await station.stop()
  const rows = (await countNotifications(place)) - rowsBefore
  await place.remove()
  report(engine, { rounds, counts, rows: rows / (ROUNDS + 1) })
}

/** Times that people wait for their number of unread notifications, one after the other. */
async function countOften(station: TestStation): Promise<number[]> {
  const waitsMs: number[] = []
  for (let at = 1; at <= CONNECTED; at += 1) {
    const startedAt = performance.now()
    const { data } = await station.call(countUnread, { as: seededToken(at) })
    waitsMs.push(performance.now() - startedAt)
    if (data < BACKLOG / 2) throw new Error(`${data} unread`)
  }
  return waitsMs
}

async function connected(station: TestStation, token: string): Promise<WireClient> {
  const client = await openWire(station, 'raw websocket')
  await client.connect({ Authorization: `Bearer ${token}` })
  const answer = await client.ask(
    frameText('SUBSCRIBE', { id: '0', destination: QUEUE, receipt: 'subscribed' }),
  )
  if (answer?.command !== 'RECEIPT') throw new Error(`${answer?.raw}`)
  return client
}

/** Writes a draft, and measures its publication; every connected person must hear of it. */
async function publish(station: TestStation, clients: WireClient[]) {
  const body = { title: 'Enrolment', content: 'It begins on Monday.' }
  const { data } = await station.call(createAnnouncement, { as: station.admin, body })
  const startedAt = performance.now()
  const answer = station.call(publishAnnouncement, { as: station.admin, params: { id: data.id } })
  const answered = answer.then(({ status }) => {
    if (status !== 200) throw new Error(`${status}`)
    return performance.now() - startedAt
  })
  const frames = await Promise.all(clients.map((client) => client.next()))
  const receivedMs = performance.now() - startedAt
  if (frames.some((frame) => JSON.parse(frame?.body ?? '{}').type !== 'NOTIFICATION'))
    throw new Error('not told')
  return { answeredMs: await answered, receivedMs }
}

type Measured = { rounds: { answeredMs: number; receivedMs: number }[]; counts: number[]; rows: number }

function report(engine: string, { rounds, counts, rows }: Measured): void {
  const answers = rounds.map(({ answeredMs }) => answeredMs)
  const slow = quantile(answers, 0.95)
  console.log(
    `${engine}: ${ACCOUNTS} accounts, ${CONNECTED} connected: answered after ${median(answers).toFixed(1)} ms (95th percentile ` +
      `${slow.toFixed(1)}), the last is told after ${median(rounds.map(({ receivedMs }) => receivedMs)).toFixed(1)} ms, ` +
      `${rows} row per publication; ${BACKLOG} unread are counted in ${median(counts).toFixed(1)} ms`,
  )
  if (slow >= LIMIT_MS || rows !== 1) process.exitCode = 1
}
