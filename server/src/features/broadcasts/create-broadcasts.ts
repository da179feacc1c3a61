import { STAND_BY_LIMIT_MS } from '@carillon/contract/broadcasts/hand-over'
import { type Broadcast, TEST_LIMIT_MS } from '@carillon/contract/broadcasts/schemas'
import type { OnAir } from '@carillon/contract/plays/now-playing'
import { ownersOf } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { DueWork } from '../../db/due-work.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { isVisible } from './access.ts'
import { createAir } from './air.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { HandOvers } from './hand-over/hand-overs.ts'
import { HandOverLevels } from './hand-over/levels.ts'
import { handOverRoutes } from './hand-over/routes.ts'
import { onAirOf } from './on-air.ts'
import type { BroadcastsContext } from './ports.ts'
import { presentBroadcast } from './present.ts'
import { broadcastRoutes } from './routes.ts'
import { createBroadcastService } from './service.ts'
import { findBroadcast, findLongest, listById, listSounding, raisePeak } from './store.ts'
import type { StoredBroadcast } from './table.ts'
import { type Asked, viewerContextOf } from './viewer-context.ts'

/** A test ends at most this much later than its limit. */
export const TEST_TICK_MS = 5_000

/** A broadcast as far as the stream must know it. */
export type SourceBroadcast = {
  id: number
  status: Broadcast['status']
  title: string
  createdById: number
  startedById: number | null
  peakListeners: number
  /** Line that players show while it sounds: its song, or the show. */
  onAir: OnAir | null
  /** The show whose place on the air it took. */
  tookOverFrom: number | null
  /** A draft, which exists for its DJ and staff alone. */
  isUnlisted: boolean
}

/** The broadcasts of the station: their calls, and what other features may ask of them. */
// Long: an object of short members.
export function createBroadcasts(context: BroadcastsContext) {
  const runExclusive = createSerialQueue()
  const air = createAir(context, runExclusive)
  const service = createBroadcastService(context, runExclusive)
  const handOvers = new HandOvers(context, runExclusive)
  const levels = new HandOverLevels(context)
  let ticker: NodeJS.Timeout | undefined

  async function endOverdue(): Promise<void> {
    await air.endOverdueTests()
    for (const id of await handOvers.findForgotten())
      await air.command({ id, command: 'test-limit', actor: null })
  }

  async function findNextOverdue(): Promise<Date | null> {
    const { test, standBy } = await findLongest(context.db)
    const limits = [test && test.getTime() + TEST_LIMIT_MS, standBy && standBy.getTime() + STAND_BY_LIMIT_MS]
    const nextMs = Math.min(...limits.map((each) => each ?? Number.POSITIVE_INFINITY))
    return Number.isFinite(nextMs) ? new Date(nextMs) : null
  }

  const { changes, clock } = context
  const due = new DueWork({ changes, clock, work: endOverdue, findNext: findNextOverdue })

  return {
    /** Runs work between two changes of broadcasts on this instance. */
    runExclusive,
    routes: [...broadcastRoutes(context, air, service), ...handOverRoutes(context, handOvers)],
    rawRoutes: calendarRoutes(context),
    /** Begins to end tests that have lasted too long. */
    start(): void {
      ticker ??= setInterval(() => void due.run().catch(context.onError), TEST_TICK_MS)
    },
    /** Waits for what is being changed; broadcasts stay as they are. Idempotent. */
    async close(): Promise<void> {
      clearInterval(ticker)
      handOvers.close()
      await runExclusive(async () => undefined)
    },
    /** Ends the tests that have lasted 15 minutes, and what stands by and was forgotten. */
    endOverdue: (): Promise<void> => due.run(),
    /** The broadcast as the stream must know it; null when there is none. */
    async findSourceBroadcast(id: number): Promise<SourceBroadcast | null> {
      const found = await findBroadcast(context.db, id)
      return found && found.state !== 'GONE' ? toSourceBroadcast(found) : null
    },
    /** Finds the LIVE and TESTING broadcasts: after a restart these get their mounts back. */
    async findOnAir(): Promise<SourceBroadcast[]> {
      const sounding = await listSounding(context.db)
      // Another instance may have planned a hand-over, or this one before a restart.
      handOvers.arm(sounding.find(({ state }) => state === 'LIVE'))
      return sounding.map(toSourceBroadcast)
    },
    /**
     * Ends a LIVE broadcast whose source stayed away for the whole grace; who stands by to follow takes over. One that has
     * ended stays as it is.
     */
    async endAsSourceLost(id: number): Promise<void> {
      if (!(await handOvers.replaceLost(id))) await air.command({ id, command: 'source-lost', actor: null })
    },
    /** Ends what a DJ left on air, or in test, by signing out; who stands by to follow takes over. */
    async endAbandoned({ broadcastId, person }: { broadcastId: number; person: Person }): Promise<void> {
      if (await handOvers.replaceAbandoned(broadcastId, person)) return
      await air.command({ id: broadcastId, command: 'end', actor: person })
    },
    /** Says what is playing on a live broadcast. Throws FORBIDDEN, NOT_FOUND, WRONG_STATE. */
    setNowPlaying: service.setNowPlaying,
    /** Takes the level of a DJ's sound. Throws INVALID_INPUT, FORBIDDEN. */
    receiveLevel: (person: Person, id: number, body: unknown) => levels.receive(person, id, body),
    /** Tells that something about a broadcast is different now, such as its recording. */
    async publishUpdated(id: number): Promise<void> {
      const found = await findBroadcast(context.db, id)
      if (found && found.state !== 'GONE') context.events.onUpdated(found)
    },
    /** These broadcasts as who asks may know them, by id; deleted ones and drafts of others are missing. */
    async describe(ids: readonly number[], asked: Asked): Promise<Map<number, Broadcast>> {
      const view = viewerContextOf(context, asked)
      const stored = await listById(context.db, ids)
      const visible = stored.filter((each) => isVisible(each, asked.session))
      return new Map(visible.map((each) => [each.id, presentBroadcast(each, view)]))
    },
    /** Keeps the highest number of people who ever listened at once. */
    savePeak: (id: number, peak: number): Promise<void> => raisePeak(context.db, id, peak),
  }
}

function toSourceBroadcast(stored: StoredBroadcast): SourceBroadcast {
  const { id, status, title, peakListeners, tookOverFrom, isUnlisted } = stored
  const onAir = onAirOf(stored)
  return { id, status, title, peakListeners, tookOverFrom, isUnlisted, onAir, ...ownersOf(stored) }
}
