import { type Kysely, sql } from 'kysely'
import { connect } from '../../src/db/connect.ts'
import type { Place } from './database.ts'

/** Size of a station's past. */
export type Size = { shows: number; messages: number; people: number }

const DAYS = 3 * 365
const REQUESTS_PER_SHOW = 20
const VOTES_PER_SHOW = 50

/**
 * Three years of a station, written in statements that do not grow with it. The place has been migrated and is used by
 * nobody. PostgreSQL is then cleaned up, as its autovacuum does by itself; the embedded database has none.
 */
export async function writeThreeYears(place: Place, size: Size): Promise<void> {
  const database = await connect({ ...place, onError: () => undefined })
  try {
    const db = database.tables<object>()
    await writePeople(db, size.people)
    await writeShows(db, size.shows)
    await writeRooms(db, size)
    await writeListening(db)
    await writeActivities(db)
    if (database.kind === 'postgres') await sql`VACUUM ANALYZE`.execute(db)
  } finally {
    await database.close()
  }
}

async function writePeople(db: Kysely<object>, people: number): Promise<void> {
  await sql`
    INSERT INTO users (email, password_hash, firstname, lastname, role, birthdate, gender, created_at)
    SELECT 'person' || n || '@campus.example', '', 'Ana', 'Number ' || n,
      CASE WHEN n % 2500 = 0 THEN 'MODERATOR' WHEN n % 1000 = 0 THEN 'DJ' ELSE 'LISTENER' END,
      CASE WHEN n % 9 > 0 THEN current_date - (5000 + n * 7919 % 21000) END,
      (ARRAY['MALE', 'FEMALE', 'FEMALE', 'OTHER', ''])[1 + n % 5],
      now() - make_interval(mins => (n::bigint * 104729 % (${DAYS} * 1440))::integer)
    FROM generate_series(1, ${people}::integer) AS n`.execute(db)
}

async function writeShows(db: Kysely<object>, shows: number): Promise<void> {
  await sql`
    INSERT INTO broadcasts (title, status, scheduled_start, scheduled_end, actual_start, actual_end, end_reason,
      created_by, started_by, peak_listeners, created_at)
    SELECT 'Show ' || n, 'ENDED', start, start + lasts, start, start + lasts, 'ENDED_BY_DJ', 1, 1, 40 + n % 300, start
    FROM (
      SELECT n, now() - make_interval(mins => 180 + (${shows} - n) * ((${DAYS} * 1440 - 180) / ${shows}::integer)) AS start,
        make_interval(mins => 60 + n * 37 % 90) AS lasts
      FROM generate_series(1, ${shows}::integer) AS n
    ) AS programme ORDER BY n`.execute(db)
  await sql`
    INSERT INTO show_events (broadcast_id, type, at)
    SELECT id, type, at FROM broadcasts,
      LATERAL (VALUES ('STARTED', actual_start), ('ENDED', actual_end)) AS happened (type, at)`.execute(db)
}

async function writeRooms(db: Kysely<object>, { shows, messages, people }: Size): Promise<void> {
  await sql`
    INSERT INTO chat_messages (broadcast_id, sender_id, content, created_at)
    SELECT b.id, 1 + (b.id * 31 + n * 17) % ${people}, 'Magandang gabi, Harana Hour! Number ' || n,
      b.actual_start + n * interval '6 seconds'
    FROM broadcasts b, generate_series(1, ${Math.ceil(messages / shows)}::integer) AS n`.execute(db)
  await sql`
    INSERT INTO song_requests (broadcast_id, song_title, artist, status, requested_by, created_at)
    SELECT b.id, 'Ang Huling El Bimbo', 'Eraserheads', 'PLAYED', 1 + (b.id * 13 + n * 19) % ${people},
      b.actual_start + n * interval '2 minutes'
    FROM broadcasts b, generate_series(1, ${REQUESTS_PER_SHOW}::integer) AS n`.execute(db)
  await sql`
    INSERT INTO polls (broadcast_id, question, status, created_by, created_at, ended_at)
    SELECT id, 'OPM or indie?', 'ENDED', 1, actual_start, actual_end FROM broadcasts`.execute(db)
  await sql`
    INSERT INTO poll_options (poll_id, position, text, votes)
    SELECT id, place, 'Answer ' || place, ${VOTES_PER_SHOW / 2}::integer FROM polls, generate_series(0, 1) AS place`.execute(
    db,
  )
  await sql`
    INSERT INTO poll_votes (poll_id, user_id, option_id, created_at)
    SELECT o.poll_id, 1 + o.position * ${VOTES_PER_SHOW / 2} + n, o.id, p.created_at
    FROM poll_options o JOIN polls p ON p.id = o.poll_id, generate_series(1, ${VOTES_PER_SHOW / 2}::integer) AS n`.execute(
    db,
  )
  const said = Math.ceil(messages / shows)
  await sql`
    UPDATE broadcasts SET message_count = ${said}, request_count = ${REQUESTS_PER_SHOW}, vote_count = ${VOTES_PER_SHOW},
      total_interactions = ${said + REQUESTS_PER_SHOW + VOTES_PER_SHOW}`.execute(db)
}

async function writeListening(db: Kysely<object>): Promise<void> {
  await sql`
    INSERT INTO listener_samples (broadcast_id, minute, instance, listeners, peak, listening_seconds, arrivals)
    SELECT id, minute, 'one', peak_listeners / 2, peak_listeners, peak_listeners * 30, id % 5
    FROM broadcasts,
      generate_series(date_trunc('minute', actual_start), actual_end, interval '1 minute') AS minute`.execute(
    db,
  )
  await sql`
    UPDATE broadcasts b SET listening_seconds = s.seconds
    FROM (SELECT broadcast_id, sum(listening_seconds) AS seconds FROM listener_samples GROUP BY 1) s
    WHERE s.broadcast_id = b.id`.execute(db)
}

/** People come and sign in, ask for songs, and shows begin and end. */
async function writeActivities(db: Kysely<object>): Promise<void> {
  await sql`
    INSERT INTO activities (activity_type, description, user_id, created_at)
    SELECT type, description, user_id, created_at FROM (
      SELECT 'USER_REGISTER' AS type, email || ' registered' AS description, id AS user_id, created_at FROM users
      UNION ALL
      SELECT 'LOGIN', email || ' signed in', id, created_at + n * interval '9 days' FROM users, generate_series(0, 3) AS n
      WHERE created_at + n * interval '9 days' < now()
      UNION ALL
      SELECT 'SONG_REQUEST', song_title || ' was asked for', requested_by, created_at FROM song_requests
      UNION ALL
      SELECT 'BROADCAST_START', title || ' went on air', 1, actual_start FROM broadcasts
      UNION ALL
      SELECT 'BROADCAST_END', title || ' ended', 1, actual_end FROM broadcasts
    ) AS happened ORDER BY created_at`.execute(db)
}
