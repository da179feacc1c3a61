import { toPage } from '@carillon/contract/page'
import * as calls from '@carillon/contract/song-requests/endpoints'
import { requireShow } from '../../db/shows.ts'
import { type Route, route } from '../../http/route.ts'
import { requireAnswering, requireRemoval } from './access.ts'
import { presentSongRequest } from './present.ts'
import type { SongRequestService } from './service.ts'
import { listAll, listOfShow, statsOf } from './store.ts'
import type { Db } from './table.ts'

/** More than a show can play; what is older than these is found across shows, page by page. */
export const MAX_LISTED = 1_000

/** Every call of the song requests. */
export function songRequestRoutes(db: Db, service: SongRequestService): Route[] {
  return [
    route(calls.listSongRequests, async ({ params, session }) => {
      const { id } = await requireShow(db, params.id, session.person)
      return (await listOfShow(db, id, MAX_LISTED)).map(presentSongRequest)
    }),
    route(calls.createSongRequest, {
      load: ({ params, session }) => requireShow(db, params.id, session.person),
      handle: async ({ session, subject, body }) =>
        presentSongRequest(await service.create(session.person, subject.id, body)),
    }),
    route(calls.setSongRequestStatus, {
      load: ({ params, session }) => requireAnswering(db, params, session.person),
      handle: async ({ params, body }) => presentSongRequest(await service.setStatus(params, body.status)),
    }),
    route(calls.deleteSongRequest, {
      load: ({ params, session }) => requireRemoval(db, params, session.person),
      handle: async ({ params, subject }) => {
        await service.remove(params, ({ status }) => subject === 'of-show' || status === 'PENDING')
        return null
      },
    }),
    route(calls.allSongRequests, async ({ query }) => {
      const { content, total } = await listAll(db, query)
      return toPage(content.map(presentSongRequest), query, total)
    }),
    route(calls.songRequestStats, async () => {
      const { total, ...byStatus } = await statsOf(db)
      return { totalRequests: total, ...byStatus }
    }),
  ]
}
