import {
  createPlaylist,
  deletePlaylist,
  getPlaylist,
  listPlaylists,
  type PlaylistBody,
  setPlaylistItems,
  updatePlaylist,
} from '@carillon/contract/library/playlists'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'
import { LIBRARY_KEY } from '../use-library.ts'

const KEY = [...LIBRARY_KEY, 'playlists']

/** All playlists, by name. */
export function usePlaylists() {
  const call = useCall()
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(listPlaylists, { signal }) })
}

/** One playlist with its tracks. */
export function usePlaylist(id: number) {
  const call = useCall()
  return useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) => call(getPlaylist, { params: { id }, signal }),
  })
}

/** Ways to change playlists; what is shown is asked for again after each. */
export function usePlaylistChanges() {
  const call = useCall()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: KEY })
  return {
    /** Makes a playlist; with an id it changes that one. */
    async save(id: number | null, body: PlaylistBody, givenUp: AbortSignal) {
      if (id === null) await call(createPlaylist, { body, givenUp })
      else await call(updatePlaylist, { params: { id }, body, givenUp })
      await refresh()
    },
    async setItems(id: number, itemIds: number[]) {
      await call(setPlaylistItems, { params: { id }, body: { itemIds } })
      await refresh()
    },
    async remove(id: number, givenUp: AbortSignal) {
      await call(deletePlaylist, { params: { id }, givenUp })
      await refresh()
    },
  }
}
