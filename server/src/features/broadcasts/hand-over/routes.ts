import type { HandOver, NextShow } from '@carillon/contract/broadcasts/hand-over'
import * as calls from '@carillon/contract/broadcasts/hand-over'
import type { Person } from '@carillon/contract/roles'
import { toLocalDateTime } from '@carillon/contract/time'
import { type Route, route } from '../../../http/route.ts'
import { isVisibleAsNext, requirePermitted, requireVisible } from '../access.ts'
import type { BroadcastsContext } from '../ports.ts'
import { presentBroadcast } from '../present.ts'
import { findBroadcast, listUpcoming } from '../store.ts'
import type { StoredBroadcast } from '../table.ts'
import { type Asked, viewerContextOf } from '../viewer-context.ts'
import type { HandOvers } from './hand-overs.ts'
import { findNext } from './next.ts'

/** Calls of the hand-over. */
export function handOverRoutes(context: BroadcastsContext, handOvers: HandOvers): Route[] {
  const { db } = context
  const show = async (asked: Asked, stored: Promise<StoredBroadcast>) =>
    presentBroadcast(await stored, viewerContextOf(context, asked))
  const requireMay = (act: 'start-test' | 'hand-over') => async (asked: Permitted) =>
    void requirePermitted(await findBroadcast(db, asked.params.id), asked.session.person, act)
  return [
    route(calls.getHandOver, async ({ params, session }) =>
      presentHandOver(context, requireVisible(await findBroadcast(db, params.id), session), session.person),
    ),
    route(calls.standBy, {
      load: requireMay('start-test'),
      handle: (asked) => show(asked, handOvers.standBy(asked.session.person, asked.params.id)),
    }),
    route(calls.handOver, {
      load: requireMay('hand-over'),
      handle: (asked) => show(asked, handOvers.plan(asked.session.person, asked.params.id, asked.body)),
    }),
    route(calls.cancelHandOver, {
      load: requireMay('hand-over'),
      handle: (asked) => show(asked, handOvers.cancel(asked.session.person, asked.params.id)),
    }),
  ]
}

type Permitted = Asked & { params: { id: number }; session: NonNullable<Asked['session']> }

async function presentHandOver(
  context: BroadcastsContext,
  live: StoredBroadcast,
  person: Person,
): Promise<HandOver> {
  if (live.state !== 'LIVE') return { next: null, at: null }
  const { db, clock } = context
  const found = await findNext(db, live)
  const isShown = found && isVisibleAsNext(found, live, person)
  const next = isShown ? found : (await listUpcoming(db, new Date(clock.now()), 1))[0]
  const at = next && live.handOver?.to === next.id ? live.handOver.at : null
  return { next: next ? presentNext(context, next) : null, at: at?.toISOString() ?? null }
}

function presentNext({ timeZone, stream }: BroadcastsContext, next: StoredBroadcast): NextShow {
  const { id, title, startedBy, createdBy, scheduledStart, standBySince } = next
  return {
    id,
    title,
    dj: startedBy ?? createdBy,
    scheduledStart: toLocalDateTime(scheduledStart, timeZone),
    standingBySince: standBySince?.toISOString() ?? null,
    isReady: standBySince !== null && stream.isReceiving(id),
  }
}
