import { DAY_MS, MINUTE_MS } from '@carillon/contract/durations'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { Place } from './database.ts'

/** Person in a station's past, as a plain value to count by hand. */
export type PastPerson = { role: string; birthdate: string | null; gender: string; createdAt: Date }
export type PastSample = {
  minute: Date
  instance: string
  listeners: number
  peak: number
  listeningSeconds: number
  arrivals: number
}
export type PastShow = {
  id: number
  status: 'SCHEDULED' | 'LIVE' | 'ENDED'
  isDeleted: boolean
  /** When it began, or is to begin. */
  start: Date
  end: Date
  peak: number
  /** Of each message, song request and poll: whether it was removed. */
  messages: boolean[]
  requests: boolean[]
  polls: { isRemoved: boolean; votes: number }[]
  samples: PastSample[]
}
export type Past = { people: PastPerson[]; shows: PastShow[] }

const DAYS = 100
const PEOPLE = 120
const SHOWS = 70
const removals = (maxLength: number) => fc.array(fc.integer({ min: 0, max: 5 }), { maxLength })

const person = fc.record({
  role: fc.constantFrom('LISTENER', 'LISTENER', 'LISTENER', 'DJ', 'MODERATOR'),
  // More young than old, so that some groups are small.
  age: fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 12, max: 34 }) },
    { weight: 1, arbitrary: fc.integer({ min: 50, max: 80 }) },
  ),
  daysPast: fc.integer({ min: 0, max: 364 }),
  isAgeKnown: fc.integer({ min: 0, max: 4 }),
  gender: fc.constantFrom('MALE', 'MALE', 'FEMALE', 'FEMALE', ''),
  minutesAgo: fc.integer({ min: 0, max: 60 * 24 * 60 }),
})

const show = fc.record({
  // Long enough ago to have ended.
  minutesAgo: fc.integer({ min: 200, max: DAYS * 24 * 60 }),
  lasted: fc.integer({ min: 1, max: 150 }),
  state: fc.constantFrom('ENDED', 'ENDED', 'ENDED', 'ENDED', 'SCHEDULED', 'DELETED', 'UPCOMING'),
  peak: fc.integer({ min: 0, max: 90 }),
  messages: removals(40),
  requests: removals(8),
  polls: fc.array(
    fc.record({ isRemoved: fc.integer({ min: 0, max: 3 }), votes: fc.integer({ min: 0, max: 9 }) }),
    {
      maxLength: 3,
    },
  ),
  samples: fc.array(
    fc.record({ listeners: fc.nat(40), more: fc.nat(9), seconds: fc.nat(2400), arrivals: fc.nat(12) }),
    {
      maxLength: 20,
    },
  ),
  instances: fc.integer({ min: 1, max: 2 }),
})

/** A past that is the same for the same seed. */
export function imaginePast(now: Date, seed: number): Past {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
  const people = fc.sample(person, { numRuns: PEOPLE, seed }).map((each) => ({
    role: each.role,
    birthdate: each.isAgeKnown ? bornBefore(now, each.age, each.daysPast) : null,
    gender: each.gender,
    createdAt: ago(each.minutesAgo),
  }))
  const drawn = fc.sample(show, { numRuns: SHOWS, seed })
  return { people, shows: drawn.map((each, index) => showOf(each, index, now)) }
}

type Drawn = typeof show extends fc.Arbitrary<infer Show> ? Show : never

function showOf(drawn: Drawn, index: number, now: Date): PastShow {
  // The first is on air.
  const isLive = index === 0
  const isUpcoming = drawn.state === 'UPCOMING'
  const startMs = now.getTime() - (isLive ? 35 : drawn.minutesAgo) * MINUTE_MS * (isUpcoming ? -1 : 1)
  const hasBegun = isLive || drawn.state === 'ENDED'
  const isRemoved = (one: number) => one === 0
  return {
    id: index + 1,
    status: isLive ? 'LIVE' : hasBegun ? 'ENDED' : 'SCHEDULED',
    isDeleted: !isLive && drawn.state === 'DELETED',
    start: new Date(startMs),
    end: new Date(startMs + drawn.lasted * MINUTE_MS),
    peak: hasBegun ? drawn.peak : 0,
    messages: hasBegun ? drawn.messages.map(isRemoved) : [],
    requests: hasBegun ? drawn.requests.map(isRemoved) : [],
    polls: hasBegun ? drawn.polls.map(({ isRemoved: one, votes }) => ({ isRemoved: one === 0, votes })) : [],
    samples: hasBegun ? samplesOf(drawn, startMs) : [],
  }
}

function samplesOf({ samples, instances }: Drawn, startMs: number): PastSample[] {
  const firstMs = startMs - (startMs % MINUTE_MS)
  return samples.map(({ listeners, more, seconds, arrivals }, index) => ({
    minute: new Date(firstMs + Math.floor(index / instances) * MINUTE_MS),
    instance: `instance ${index % instances}`,
    listeners,
    peak: listeners + more,
    listeningSeconds: seconds,
    arrivals,
  }))
}

function bornBefore(now: Date, years: number, days: number): string {
  const birth = new Date(now.getTime() - days * DAY_MS)
  birth.setUTCFullYear(birth.getUTCFullYear() - years)
  return birth.toISOString().slice(0, 10)
}

type AnyTables = Record<string, Record<string, unknown>>

/** Writes a past into an empty place, before a station uses it. */
export async function writePast(place: Place, { people, shows }: Past, now: Date): Promise<void> {
  const database = await connect({ ...place, onError: () => undefined })
  try {
    await migrate(database)
    await database
      .tables<AnyTables>()
      .transaction()
      .execute(async (trx) => {
        await insert(trx, 'users', people.map(userRow))
        await insert(
          trx,
          'broadcasts',
          shows.map((each) => showRow(each, now)),
        )
        for (const each of shows) await writeRoom(trx, each)
        await count(trx)
      })
  } finally {
    await database.close()
  }
}

async function writeRoom(
  trx: Kysely<AnyTables>,
  { id, start, messages, requests, polls, samples }: PastShow,
) {
  const said = { broadcast_id: id, created_at: start }
  const removal = (isRemoved: boolean) => (isRemoved ? start : null)
  const chat = messages.map((is) => ({
    ...said,
    sender_id: 1,
    content: 'hi',
    deleted_at: removal(is),
    deleted_by: is ? 1 : null,
  }))
  await insert(trx, 'chat_messages', chat)
  const wishes = requests.map((is) => ({
    ...said,
    requested_by: 1,
    song_title: 'Ang Huling El Bimbo',
    deleted_at: removal(is),
  }))
  await insert(trx, 'song_requests', wishes)
  for (const { isRemoved, votes } of polls)
    await writePoll(trx, id, { at: start, deletedAt: removal(isRemoved), votes })
  // A draft counts nowhere: only who may edit the show knows of it.
  await insert(trx, 'polls', [
    { ...said, question: 'Which next?', status: 'DRAFT', created_by: 1, ended_at: null },
  ])
  const listenerRows = samples.map(({ listeningSeconds, ...sample }) => ({
    ...sample,
    broadcast_id: id,
    listening_seconds: listeningSeconds,
  }))
  await insert(trx, 'listener_samples', listenerRows)
}

async function writePoll(
  trx: Kysely<AnyTables>,
  showId: number,
  { at, deletedAt, votes }: { at: Date; deletedAt: Date | null; votes: number },
): Promise<void> {
  await sql`
    WITH poll AS (
      INSERT INTO polls (broadcast_id, question, status, created_by, created_at, ended_at, deleted_at)
      VALUES (${showId}, 'Which?', 'ENDED', 1, ${at}, ${at}, ${deletedAt}) RETURNING id
    ), option AS (
      INSERT INTO poll_options (poll_id, position, text, votes) SELECT id, 0, 'This', ${votes} FROM poll RETURNING id, poll_id
    )
    INSERT INTO poll_votes (poll_id, user_id, option_id, created_at)
    SELECT poll_id, voter, id, ${at} FROM option, generate_series(1, ${votes}::integer) AS voter`.execute(trx)
}

/** As the migration does for what was there before it. */
async function count(trx: Kysely<AnyTables>): Promise<void> {
  await sql`
    UPDATE broadcasts b SET
      message_count = (SELECT count(*) FROM chat_messages WHERE broadcast_id = b.id AND deleted_at IS NULL),
      request_count = (SELECT count(*) FROM song_requests WHERE broadcast_id = b.id AND deleted_at IS NULL),
      vote_count = (SELECT count(*) FROM poll_votes v JOIN polls p ON p.id = v.poll_id
        WHERE p.broadcast_id = b.id AND p.deleted_at IS NULL),
      listening_seconds = (SELECT coalesce(sum(listening_seconds), 0) FROM listener_samples WHERE broadcast_id = b.id)`.execute(
    trx,
  )
}

function userRow({ role, birthdate, gender, createdAt }: PastPerson, index: number) {
  const name = { firstname: 'Ana', lastname: String(index), email: `ana${index}@campus.example` }
  return { ...name, password_hash: '', role, birthdate, gender, created_at: createdAt }
}

function showRow({ id, status, isDeleted, start, end, peak }: PastShow, now: Date) {
  const hasBegun = status !== 'SCHEDULED'
  return {
    title: `Show ${id}`,
    status,
    scheduled_start: start,
    scheduled_end: end,
    actual_start: hasBegun ? start : null,
    actual_end: status === 'ENDED' ? end : null,
    end_reason: status === 'ENDED' ? 'ENDED_BY_DJ' : null,
    created_by: 1,
    started_by: hasBegun ? 1 : null,
    deleted_at: isDeleted ? now : null,
    peak_listeners: peak,
    created_at: start,
  }
}

async function insert(trx: Kysely<AnyTables>, table: string, rows: Record<string, unknown>[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto(table).values(rows).execute()
}
