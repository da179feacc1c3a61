import * as calls from '@carillon/contract/library/playlists'
import { MAX_PLAYLISTS } from '@carillon/contract/library/playlists'
import { canEditLibraryItem } from '@carillon/contract/policies'
import { requireRemoved } from '../../../db/rows.ts'
import { type Route, route } from '../../../http/route.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { LibraryContext } from '../ports.ts'
import { presentItem } from '../present.ts'
import type { Db } from '../table.ts'
import {
  changePlaylist,
  countPlaylists,
  findPlaylist,
  findPlaylistItems,
  findPlaylists,
  holdTracks,
  insertPlaylist,
  removePlaylist,
  replaceItems,
} from './store.ts'

/** Calls of the playlists. */
export function playlistRoutes({ db }: Pick<LibraryContext, 'db'>): Route[] {
  const load = ({ params }: { params: { id: number } }) => existing(db, params.id)
  return [
    route(calls.listPlaylists, () => findPlaylists(db)),
    route(calls.getPlaylist, {
      load,
      async handle({ subject, session: { person } }) {
        const items = await findPlaylistItems(db, subject.id)
        const isSeen = (item: (typeof items)[number]) =>
          item.state === 'READY' || canEditLibraryItem(person, item.owner.id)
        return { ...subject, items: items.filter(isSeen).map(presentItem) }
      },
    }),
    route(calls.createPlaylist, async ({ body }) => {
      const id = await db.transaction().execute(async (trx) => {
        if ((await countPlaylists(trx)) >= MAX_PLAYLISTS)
          throw new AppError('LIBRARY_FULL', { message: 'There are as many playlists as there may be.' })
        return insertPlaylist(trx, body)
      })
      return existing(db, id)
    }),
    route(calls.updatePlaylist, {
      load,
      async handle({ subject: { id }, body }) {
        const isThere = await db.transaction().execute((trx) => changePlaylist(trx, id, body))
        if (!isThere) throw new AppError('NOT_FOUND')
        return existing(db, id)
      },
    }),
    route(calls.setPlaylistItems, {
      load,
      async handle({ subject: { id }, body: { itemIds } }) {
        await db.transaction().execute((trx) => setItems(trx, id, itemIds))
        return existing(db, id)
      },
    }),
    route(calls.deletePlaylist, {
      load: async ({ params: { id } }) =>
        (await findPlaylist(db, id)) ?? (await requireRemoved(db, 'playlists', id)),
      async handle({ params: { id } }) {
        await removePlaylist(db, id)
        return null
      },
    }),
  ]
}

async function setItems(trx: Db, id: number, itemIds: readonly number[]): Promise<void> {
  const tracks = await holdTracks(trx, itemIds)
  if (itemIds.some((itemId) => !tracks.has(itemId)))
    throw new AppError('INVALID_INPUT', {
      fields: {
        itemIds: 'Only tracks of the library can be in a playlist; one of these is not there any more',
      },
    })
  if (!(await replaceItems(trx, id, itemIds))) throw new AppError('NOT_FOUND')
}

async function existing(db: Db, id: number) {
  const found = await findPlaylist(db, id)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
