import { randomUUID } from 'node:crypto'
import type { OnAir } from '@carillon/contract/plays/now-playing'
import type { Person, Role } from '@carillon/contract/roles'
import type { StreamHealth } from '@carillon/contract/stream/schemas'
import { sql } from 'kysely'
import { createPlace } from '../../../tests/support/database.ts'
import { connect } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { UnseenChanges } from '../../db/testing.ts'
import type { BroadcastsContext, HandOverLevel, HandOverPlan, StreamPort } from './ports.ts'
import type { BroadcastTables, Db } from './table.ts'

export const STATION_ZONE = 'Asia/Manila'
/** 20 November 2026, 3 PM in Manila. */
export const NOW_MS = Date.parse('2026-11-20T07:00:00Z')

/** A clock that stands still until it is moved. */
export class FakeClock {
  #nowMs = NOW_MS

  now(): number {
    return this.#nowMs
  }

  advance(ms: number): void {
    this.#nowMs += ms
  }

  reset(): void {
    this.#nowMs = NOW_MS
  }
}

/** A stream that only remembers which mounts are open. */
export class MemoryStream implements StreamPort {
  itemOnAir: OnAir | null = null
  isRunning = true
  readonly mounts = new Map<number, 'live' | 'test'>()
  /** Broadcasts whose sound arrives. */
  readonly receiving = new Set<number>()

  openMount({ broadcastId, kind }: { broadcastId: number; kind: 'live' | 'test' }): void {
    this.mounts.set(broadcastId, kind)
  }

  async closeMount(broadcastId: number): Promise<void> {
    this.mounts.delete(broadcastId)
  }

  health(): StreamHealth {
    throw new Error('no test here asks for the health of the stream')
  }

  handOver(from: number, to: number): void {
    this.mounts.delete(from)
    this.mounts.set(to, 'live')
  }

  isReceiving(broadcastId: number): boolean {
    return this.receiving.has(broadcastId)
  }

  status() {
    return { listenerCount: this.listenerCount() }
  }

  listenerCount(): number {
    return 0
  }

  async checks() {
    return []
  }
}

export type Engine = 'embedded' | 'postgres'
/** The databases that the tests of this run use: the second one where it is given. */
export const ENGINES: readonly Engine[] = process.env.TEST_DATABASE_URL
  ? ['embedded', 'postgres']
  : ['embedded']

/** An empty station with a database of its own; the caller closes it. */
export async function createTestStation(engine: Engine) {
  const place = await createPlace(engine)
  // Idle connections may break when the place is removed.
  const database = await connect({ ...place, onError: () => undefined })
  await migrate(database)
  const db = database.tables<BroadcastTables>()
  const clock = new FakeClock()
  return {
    db,
    clock,
    /** Creates one instance: with a stream of its own, and a list of what it was sent. */
    instance: () => createInstance(db, clock),
    person: (role: Role, firstname = 'Mikael') => insertPerson(db, role, firstname),
    /** Forgets every broadcast; the people stay. */
    async empty(): Promise<void> {
      clock.reset()
      await sql`TRUNCATE broadcasts, activities CASCADE`.execute(db)
    },
    async close(): Promise<void> {
      await database.close()
      await place.remove()
    },
  }
}

function createInstance(db: Db, clock: FakeClock) {
  const stream = new MemoryStream()
  const reported: string[] = []
  const notify = (what: string) => (broadcast: { id: number }) =>
    void reported.push(`${what} ${broadcast.id}`)
  const events = {
    onStarted: notify('started'),
    onEnded: notify('ended'),
    onUpdated: notify('updated'),
    onSlowModeChanged: notify('slow mode'),
    onHandedOver: (from: { id: number }, to: { id: number }) =>
      void reported.push(`handed over ${from.id} to ${to.id}`),
    onStandBy: ({ broadcastId, isStandingBy }: { broadcastId: number; isStandingBy: boolean }) =>
      void reported.push(`stands by ${broadcastId} ${isStandingBy}`),
    onHandOverPlanned: ({ from, to, at }: HandOverPlan) =>
      void reported.push(`planned ${from} to ${to} at ${at?.toISOString() ?? null}`),
    onLevel: ({ broadcastId, peakDb, to }: HandOverLevel) =>
      void reported.push(`level ${broadcastId} ${peakDb} to ${to.join(' and ')}`),
  }
  const context: BroadcastsContext = {
    stationName: 'Campus Radio',
    db,
    changes: new UnseenChanges(),
    clock,
    now: () => clock.now(),
    timeZone: STATION_ZONE,
    publicUrl: null,
    stream,
    events,
    notifications: {
      notify: async () => undefined,
      withdrawPostponed: async () => undefined,
      deliver: () => undefined,
    },
    onError: rethrow,
    onUnshowable: rethrow,
  }
  return { context, stream, reported }
}

async function insertPerson(db: Db, role: Role, firstname: string): Promise<Person> {
  const email = `${randomUUID()}@campus.example`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (email, password_hash, role, firstname, lastname, created_at)
    VALUES (${email}, '', ${role}, ${firstname}, 'Reyes', ${new Date(NOW_MS)}) RETURNING id`.execute(db)
  return { id: rows[0]?.id ?? 0, name: `${firstname} Reyes`, role }
}

function rethrow(error: unknown): void {
  throw error
}
