import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { edgesOf } from './edge-values.ts'

/**
 * A good row of a table: SQL by column. `#` is another number in each row, and `$table` the id of a good row of that table
 * that is made for this one alone.
 */
type Row = Record<string, string>

const SHOW = {
  title: "'Show #'",
  scheduled_start: "now() + interval '1 day'",
  scheduled_end: "now() + interval '2 days'",
  created_by: '1',
  created_at: 'now()',
}
const AIRED = {
  ...SHOW,
  status: "'ENDED'",
  scheduled_start: "now() - interval '2 hours'",
  scheduled_end: "now() - interval '1 hour'",
  actual_start: "now() - interval '2 hours'",
  actual_end: "now() - interval '1 hour'",
  end_reason: "'ENDED_BY_DJ'",
  started_by: '1',
}
const ANNOUNCEMENT = {
  title: "'Title #'",
  content: "'Text'",
  created_by: '1',
  created_at: 'now()',
  updated_at: 'now()',
}

/** Good rows of every table whose rows stand in lists. Person 1 is the administrator, and show 1 has what belongs to one. */
export const TEMPLATES: Record<string, readonly Row[]> = {
  users: [
    {
      email: "'person#@station.test'",
      password_hash: "''",
      firstname: "'Ana'",
      lastname: "'#'",
      created_at: 'now()',
    },
  ],
  broadcasts: [AIRED, SHOW],
  activities: [{ activity_type: "'LOGIN'", description: "'Signed in'", user_id: '1', created_at: 'now()' }],
  chat_messages: [{ broadcast_id: '1', sender_id: '1', content: "'Hello #'", created_at: 'now()' }],
  staff_messages: [{ broadcast_id: '1', sender_id: '1', content: "'Hello #'", created_at: 'now()' }],
  plays: [
    {
      broadcast_id: '1',
      kind: "'LIVE'",
      title: "'Song #'",
      artist: "'Artist #'",
      listeners: '3',
      started_at: 'now()',
      ended_at: 'now()',
    },
  ],
  library_items: [
    {
      kind: "'TRACK'",
      title: "'Song #'",
      artist: "'Artist #'",
      file_name: "'#.ogg'",
      digest: "'#'",
      bytes: '1000',
      duration_ms: '180000',
      loudness: '-16',
      peak: '-1',
      owner_id: '1',
      created_at: 'now()',
    },
  ],
  playlists: [{ name: "'Morning #'", weight: '1' }],
  playlist_hours: [{ playlist_id: '$playlists', day: '1', from_minute: '0', to_minute: '60' }],
  playlist_items: [{ playlist_id: '1', position: '#', item_id: '$library_items' }],
  scheduled_replays: [
    {
      broadcast_id: '1',
      starts_at: "now() + interval '1 hour' * #",
      ends_at: "now() + interval '1 hour' * (# + 1)",
      created_by: '1',
      created_at: 'now()',
    },
  ],
  profanity_words: [{ word: "'word#'", key: "'word#'", created_at: 'now()' }],
  song_requests: [{ broadcast_id: '1', song_title: "'Song #'", requested_by: '1', created_at: 'now()' }],
  polls: [{ broadcast_id: '1', question: "'Question #'", created_by: '1', created_at: 'now()' }],
  poll_options: [{ poll_id: '$polls', position: '0', text: "'Yes'" }],
  announcements: [
    { ...ANNOUNCEMENT, status: "'PUBLISHED'", published_at: 'now()' },
    { ...ANNOUNCEMENT, status: "'SCHEDULED'", scheduled_for: "now() + interval '1 day'" },
    { ...ANNOUNCEMENT, status: "'REJECTED'", rejection_reason: "'Why'" },
  ],
  notifications: [
    {
      type: "'GENERAL'",
      message: "'Message #'",
      created_at: 'now()',
      delivered_at: 'now()',
      dedupe_key: "'#'",
    },
  ],
  show_events: [{ broadcast_id: '1', type: "'STARTED'", at: 'now()' }],
  listener_samples: [
    {
      broadcast_id: '1',
      minute: "date_trunc('minute', now()) - interval '1 minute' * #",
      instance: "'one#'",
      listeners: '1',
      peak: '1',
      listening_seconds: '60',
      arrivals: '1',
    },
  ],
  recordings: [
    { broadcast_id: '$broadcasts', bytes: '1000', duration_ms: '1000', peaks: "''", recorded_at: 'now()' },
  ],
}

/** Tables of which no list shows a row: secrets, what somebody has read, parts of one thing, what is kept for a while, and single facts. */
export const UNLISTED = [
  'broadcast_reminders',
  'chat_timeouts',
  'devices',
  'email_codes',
  'encoder_passwords',
  'idempotent_replies',
  'instance_key',
  'instances',
  'media_service',
  'playout_settings',
  'migrations',
  'notification_marks',
  'password_resets',
  'notification_states',
  'notification_tallies',
  'poll_votes',
  'push_keys',
  'push_subscriptions',
  'recording_copies',
  'recording_outages',
  'recovery_codes',
  'sessions',
  'totp_secrets',
]

type Column = { table: string; column: string; type: string }
type Db = Kysely<unknown>

/** As many rows of each table have any number of columns at an edge. */
const COMBINATIONS = 12

/** Every column whose values the station itself does not give: no identity, nothing that refers to another row. */
async function columnsOf(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type FROM information_schema.columns c
    WHERE c.table_schema = current_schema() AND c.is_identity = 'NO' AND NOT EXISTS (
      SELECT FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
      WHERE f.contype = 'f' AND f.conrelid = c.table_name::regclass AND a.attname = c.column_name
    ) ORDER BY 1, c.ordinal_position`.execute(db)
  return rows
}

/** The tables there are. */
export async function tablesOf(db: Db): Promise<string[]> {
  return [...new Set((await columnsOf(db)).map(({ table }) => table))]
}

/** Statements that store the good rows, a number of them apart. */
export function goodRows(): string[] {
  return Object.entries(TEMPLATES).flatMap(([table, rows]) => rows.map((row) => insertOf(table, row)))
}

/** Statements that store rows with one column at an edge, for each column and edge, and with several. */
export async function edgeRows(db: Db, seed: number): Promise<string[]> {
  const byTable = Map.groupBy(await columnsOf(db), ({ table }) => table)
  return Object.entries(TEMPLATES).flatMap(([table, templates]) => {
    const columns = byTable.get(table) ?? []
    const edges = columns.flatMap(({ column, type }) => edgesOf(type).map((edge) => ({ [column]: edge })))
    const several = fc.record(
      Object.fromEntries(columns.map(({ column, type }) => [column, fc.constantFrom(...edgesOf(type))])),
      { requiredKeys: [] },
    )
    const combined = fc.sample(several, { seed, numRuns: COMBINATIONS })
    return templates.flatMap((row) =>
      [...edges, ...combined].map((change) => insertOf(table, Object.assign({}, row, change))),
    )
  })
}

/** Stores what the database lets in, each in a statement of its own; gives those that it refused. */
export async function storeAll(db: Db, statements: readonly string[]): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`CREATE OR REPLACE FUNCTION pg_temp.refused(statements text[]) RETURNS text[] LANGUAGE plpgsql AS $$
      DECLARE statement text; refused text[] := '{}';
      BEGIN
        FOREACH statement IN ARRAY statements LOOP
          BEGIN EXECUTE statement; EXCEPTION WHEN OTHERS THEN refused := refused || statement; END;
        END LOOP;
        RETURN refused;
      END $$`.execute(connection)
    const { rows } = await sql<{
      refused: string[]
    }>`SELECT pg_temp.refused(${[...statements]}) AS refused`.execute(connection)
    return rows[0]?.refused ?? []
  })
}

/** Takes away every CHECK, as a version that had none would have stored rows. */
export async function dropChecks(db: Db): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement
    FROM pg_constraint WHERE contype = 'c' AND connamespace = current_schema()::regnamespace`.execute(db)
  for (const { statement } of rows) await sql.raw(statement).execute(db)
}

let count = 0

function insertOf(table: string, row: Row): string {
  const number = String(++count)
  const parent = Object.values(row)
    .find((value) => value.startsWith('$'))
    ?.slice(1)
  const values = Object.values(row).map((value) => (value.startsWith('$') ? 'parent.id' : value))
  const names = Object.keys(row).join(', ')
  const insert = `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')}`
  const [own] = parent ? (TEMPLATES[parent] ?? []) : []
  const whole = own ? `WITH parent AS (${insertAlone(parent ?? '', own)}) ${insert} FROM parent` : insert
  return whole.replaceAll('#', number)
}

function insertAlone(table: string, row: Row): string {
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).join(', ')}) RETURNING id`
}
