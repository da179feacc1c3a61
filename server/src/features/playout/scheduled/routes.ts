import * as calls from '@carillon/contract/playout/replays'
import { type Route, route } from '../../../http/route.ts'
import type { PlayoutContext } from '../ports.ts'
import { listReplayable } from '../replays.ts'
import { readSettings } from '../settings.ts'
import { planReplay, takeBack } from './plan.ts'
import { listReplays, type StoredReplay } from './store.ts'

/** The last moment that the contract knows. */
const LAST_MS = Date.parse('2101-01-01T23:59:59.999Z')

/** The calls of planned replays. `onPlanned`: something else is planned from now on. */
export function replayRoutes(context: PlayoutContext, onPlanned: () => Promise<void>): Route[] {
  const { db, clock } = context
  return [
    route(calls.listReplays, {
      isKept: true,
      async handle({ query: { from, until } }) {
        if ((await readSettings(db)).betweenShows === 'OFF') return []
        const window = { from: new Date(from ?? clock.now()), ...(until && { until: new Date(until) }) }
        return (await listReplays(db, window)).map(present)
      },
    }),
    route(calls.listReplayable, () => listReplayable(db)),
    route(calls.planReplay, async ({ body, session }) => {
      const planned = await planReplay(context, { ...body, userId: session.person.id })
      await onPlanned()
      return present(planned)
    }),
    route(calls.deleteReplay, async ({ params, session }) => {
      await takeBack(context, params.id, session.person.id)
      await onPlanned()
      return null
    }),
  ]
}

function present(replay: StoredReplay): calls.PlannedReplay {
  return {
    id: replay.id,
    broadcastId: replay.broadcastId,
    title: replay.title,
    dj: replay.dj,
    firstAiredAt: replay.firstAiredAt.toISOString(),
    startsAt: new Date(replay.startsAt).toISOString(),
    endsAt: new Date(Math.min(replay.endsAt, LAST_MS)).toISOString(),
  }
}
