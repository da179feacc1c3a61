import { Readable } from 'node:stream'
import { toPage } from '@carillon/contract/page'
import * as calls from '@carillon/contract/plays/endpoints'
import {
  MAX_SONGS,
  PLAYS_EXPORT_ACCESS,
  PLAYS_EXPORT_PATH,
  PLAYS_EXPORT_RATE,
  playsWindow,
} from '@carillon/contract/plays/schemas'
import { canSeeBroadcast } from '@carillon/contract/policies'
import { type RawRoute, type Route, route } from '../../http/route.ts'
import type { Session } from '../../http/session.ts'
import { validateQuery } from '../../http/validate.ts'
import { AppError } from '../../kernel/app-error.ts'
import { exportPlays } from './export.ts'
import type { PlaysContext } from './ports.ts'
import { presentPlay, presentSong } from './present.ts'
import { findOwned, listPlays, listSongs, type PlaysWindow } from './store.ts'

/** The JSON calls of the sound log. */
export function playRoutes({ db }: PlaysContext): Route[] {
  return [
    route(calls.listPlays, async ({ query: { from, to, page, size } }) => {
      const { content, total } = await listPlays(db, { from, to }, { page, size })
      return toPage(content.map(presentPlay), { page, size }, total)
    }),
    route(calls.listSongs, {
      load: async ({ params, session }) => requireVisible(await findOwned(db, params.id), session),
      handle: async ({ params }) => (await listSongs(db, params.id, MAX_SONGS)).map(presentSong),
    }),
  ]
}

/** The sound log as a file. */
export function playExportRoutes(context: PlaysContext): RawRoute[] {
  return [
    {
      path: PLAYS_EXPORT_PATH,
      summary: 'The sound log as CSV, oldest first, with the fields of royalty reports',
      access: PLAYS_EXPORT_ACCESS,
      rate: PLAYS_EXPORT_RATE,
      documented: {
        query: playsWindow,
        answers: { 200: { description: 'A line for each entry', type: 'text/csv' } },
      },
      async handle({ request, reply }) {
        const window = validateQuery(playsWindow, request.query) as PlaysWindow
        reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', 'attachment; filename="sound log.csv"')
          .header('Cache-Control', 'no-store')
        // A HEAD asks for none of it.
        return reply.send(Readable.from(request.method === 'HEAD' ? [] : exportPlays(context, window)))
      },
    },
  ]
}

type Owned = Awaited<ReturnType<typeof findOwned>>

/** A draft exists for its DJ and staff alone. */
function requireVisible(found: Owned, session: Session | null): void {
  if (!found || !canSeeBroadcast(session?.person ?? null, found)) throw new AppError('NOT_FOUND')
}
