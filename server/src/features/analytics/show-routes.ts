import * as calls from '@carillon/contract/analytics/endpoints'
import type { BroadcastReport, DetailedBroadcast } from '@carillon/contract/analytics/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { toPage } from '@carillon/contract/page'
import { type Route, route } from '../../http/route.ts'
import { AppError } from '../../kernel/app-error.ts'
import { asking } from './asking.ts'
import type { AnalyticsContext, Asked } from './ports.ts'
import { detailsOf, listBegun, listPopular, numbersOf, type ShowNumbers } from './show-store.ts'

/** The calls that give the numbers of single shows. */
export function showRoutes(context: AnalyticsContext): Route[] {
  const { ask, now, sinceOf } = asking(context)

  return [
    route(calls.getPopularBroadcasts, async (call) => {
      const popular = { since: sinceOf(call.query), limit: call.query.limit }
      return detail(await ask(call, (db) => listPopular(db, popular)), call)
    }),
    route(calls.listDetailedBroadcasts, async (call) => {
      const { page, size } = call.query
      const { ids, total } = await ask(call, (db) =>
        listBegun(db, { since: sinceOf(call.query), page, size }),
      )
      return toPage(await detail(ids, call), { page, size }, total)
    }),
    route(calls.getBroadcastReport, (call) => report(call.params.id, call)),
    route(calls.getBroadcastAnalytics, (call) => report(call.params.id, call)),
  ]

  /** These shows with their numbers, in this order; the statements are as many as for one. */
  async function detail(ids: readonly number[], asked: Asked): Promise<DetailedBroadcast[]> {
    const shows = await context.describe(ids, asked)
    const numbers = await ask(asked, (db) => numbersOf(db, ids, now()))
    return ids.flatMap((id) => join(shows.get(id), numbers.get(id)) ?? [])
  }

  async function report(id: number, asked: Asked): Promise<BroadcastReport> {
    const [shown] = await detail([id], asked)
    if (!shown) throw new AppError('NOT_FOUND')
    const { status, peakListeners } = shown.broadcast
    const currentListeners = status === 'LIVE' ? context.stream.listenerCount(id) : 0
    return { ...shown, ...(await ask(asked, (db) => detailsOf(db, id))), currentListeners, peakListeners }
  }
}

function join(
  broadcast: Broadcast | undefined,
  numbers: ShowNumbers | undefined,
): DetailedBroadcast | undefined {
  return broadcast && numbers && { broadcast, ...numbers }
}
