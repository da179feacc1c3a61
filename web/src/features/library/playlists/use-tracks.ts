import type { LibraryItem } from '@carillon/contract/library/schemas'
import { useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { usePlaylist, usePlaylistChanges } from './use-playlists.ts'

export type Tracks = readonly LibraryItem[]

/** Tracks of a playlist, which change in view at once. The station gets one list after the other: of those that were made meanwhile, the latest. */
export function useTracks(id: number) {
  const { data, isError, refetch } = usePlaylist(id)
  const { setItems } = usePlaylistChanges()
  const { problem, run } = useCommand((error) => messageOf(error, "Couldn't change the playlist."))
  const [unsaved, setUnsaved] = useState<Tracks | null>(null)
  const latest = useRef<Tracks>([])
  const save = async () => {
    try {
      let sent: Tracks
      do {
        sent = latest.current
        await setItems(id, idsOf(sent))
      } while (sent !== latest.current)
    } finally {
      setUnsaved(null)
    }
  }
  const change = (tracks: Tracks) => {
    latest.current = tracks
    setUnsaved(tracks)
    // While a former list is saved nothing begins here: `save` goes on with the latest.
    void run(save)
  }
  return { tracks: unsaved ?? data?.items, isError, refetch, problem, change }
}

/** Ids of tracks, in order. */
export function idsOf(tracks: Tracks): number[] {
  return tracks.map(({ id }) => id)
}
