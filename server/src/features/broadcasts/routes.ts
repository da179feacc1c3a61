import * as calls from '@carillon/contract/broadcasts/endpoints'
import { listMarks } from '@carillon/contract/broadcasts/marks'
import { toPage } from '@carillon/contract/page'
import { getNowPlaying } from '@carillon/contract/plays/now-playing'
import type { Person } from '@carillon/contract/roles'
import { type Route, route } from '../../http/route.ts'
import { firstOfDays, midnightOf } from '../../kernel/calendar-days.ts'
import { requirePermitted, requireVisible } from './access.ts'
import type { Air } from './air.ts'
import { marksOf } from './marks.ts'
import { onAirOf } from './on-air.ts'
import type { Act } from './permissions.ts'
import type { BroadcastsContext } from './ports.ts'
import { preflight } from './preflight.ts'
import { presentBroadcast } from './present.ts'
import type { BroadcastService } from './service.ts'
import {
  findBroadcast,
  listBroadcasts,
  listHistory,
  listLive,
  listUpcoming,
  type PageRequest,
  type StoredPage,
} from './store.ts'
import type { StoredBroadcast } from './table.ts'
import { type Asked, viewerContextOf } from './viewer-context.ts'

/** A schedule is read by people: what comes after these is asked for page by page. */
export const MAX_UPCOMING = 100

type Ordered = { params: { id: number }; session: { person: Person } }

/** Calls of the broadcasts. */
export function broadcastRoutes(context: BroadcastsContext, air: Air, service: BroadcastService): Route[] {
  return [...readRoutes(context), ...planRoutes(context, service), ...airRoutes(context, air)]
}

function readRoutes(context: BroadcastsContext): Route[] {
  const { db, clock, stream, timeZone } = context
  const now = () => new Date(clock.now())
  const view = (asked: Asked) => viewerContextOf(context, asked)
  const showAll = async (asked: Asked, stored: Promise<StoredBroadcast[]>) =>
    (await stored).map((each) => presentBroadcast(each, view(asked)))
  const showPage = async (asked: Asked, request: PageRequest, stored: Promise<StoredPage>) => {
    const { content, total } = await stored
    const shown = content.map((each) => presentBroadcast(each, view(asked)))
    return toPage(shown, { page: request.page, size: request.size }, total)
  }
  return [
    route(calls.listBroadcasts, (asked) => showPage(asked, asked.query, listBroadcasts(db, asked.query))),
    route(calls.upcomingBroadcasts, {
      isKept: true,
      handle: (asked) => showAll(asked, listUpcoming(db, now(), MAX_UPCOMING)),
    }),
    route(calls.liveBroadcasts, { isKept: true, handle: (asked) => showAll(asked, listLive(db)) }),
    route(getNowPlaying, {
      isKept: true,
      handle: async () => ({ onAir: stream.itemOnAir ?? onAirOf((await listLive(db))[0]) }),
    }),
    route(calls.liveHealth, async () => stream.health()),
    route(calls.broadcastHistory, (asked) => {
      const { days, ...request } = asked.query
      const since = midnightOf(firstOfDays(days, now(), timeZone), timeZone)
      const window = { since, until: now() }
      return showPage(asked, request, listHistory(db, window, request))
    }),
    route(calls.getBroadcast, async (asked) =>
      presentBroadcast(requireVisible(await findBroadcast(db, asked.params.id), asked.session), view(asked)),
    ),
    route(listMarks, {
      load: async ({ params, session }) => requireVisible(await findBroadcast(db, params.id), session),
      handle: ({ subject }) => marksOf(db, subject),
    }),
  ]
}

/** A broadcast's row: planned, changed, and set while it is on air. */
function planRoutes(context: BroadcastsContext, service: BroadcastService): Route[] {
  const show = presenterOf(context)
  const requireMay = permissionCheckOf(context)
  return [
    route(calls.createBroadcast, (asked) => show(asked, service.create(asked.session.person, asked.body))),
    route(calls.scheduleBroadcast, (asked) =>
      show(asked, service.schedule(asked.session.person, asked.body)),
    ),
    route(calls.updateBroadcast, {
      load: (asked) => requireMay(asked, 'update'),
      handle: (asked) => show(asked, service.update(asked.session.person, asked.params.id, asked.body)),
    }),
    route(calls.setSlowMode, {
      load: (asked) => requireMay(asked, 'slowmode'),
      handle: (asked) => show(asked, service.setSlowMode(asked.session.person, asked.params.id, asked.body)),
    }),
    route(calls.setNowPlaying, {
      load: (asked) => requireMay(asked, 'now-playing'),
      handle: (asked) =>
        show(asked, service.setNowPlaying(asked.session.person, asked.params.id, asked.body)),
    }),
  ]
}

/** Going on air and off it; whatever changes a broadcast's state. */
function airRoutes(context: BroadcastsContext, air: Air): Route[] {
  const show = presenterOf(context)
  const requireMay = permissionCheckOf(context)
  const order = ({ params, session }: Ordered, command: 'start' | 'start-test' | 'end', reason?: string) =>
    air.command({ id: params.id, command, actor: session.person, reason })
  return [
    route(calls.startBroadcast, (asked) => show(asked, order(asked, 'start'))),
    route(calls.startTest, (asked) => show(asked, order(asked, 'start-test'))),
    route(calls.endBroadcast, {
      load: (asked) => requireMay(asked, 'end'),
      handle: (asked) => show(asked, order(asked, 'end', asked.body?.reason)),
    }),
    route(calls.deleteBroadcast, async ({ params, session }) => {
      await air.command({ id: params.id, command: 'delete', actor: session.person })
      return null
    }),
    route(calls.testBroadcast, {
      load: (asked) => requireMay(asked, 'test'),
      handle: ({ params }) => preflight(context, params.id),
    }),
  ]
}

/** A broadcast as the caller may see it. */
function presenterOf(context: BroadcastsContext) {
  return async (asked: Asked, stored: Promise<StoredBroadcast>) =>
    presentBroadcast(await stored, viewerContextOf(context, asked))
}

function permissionCheckOf({ db }: BroadcastsContext) {
  return async ({ params, session }: Ordered, act: Act): Promise<void> => {
    requirePermitted(await findBroadcast(db, params.id), session.person, act)
  }
}
