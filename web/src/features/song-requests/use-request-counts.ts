import { groupBySong, isOpen } from './song-request-state.ts'
import { useSongRequests } from './use-song-requests.ts'

/**
 * Numbers of a show's requests, of songs still open, as the panel has rows, and of songs played; null before they are
 * known.
 */
export type RequestCounts = { total: number; open: number; played: number } | null

/** Counts the requests of a broadcast, kept current. */
export function useRequestCounts(broadcastId: number): RequestCounts {
  const { requests } = useSongRequests(broadcastId, true)
  if (!requests) return null
  const countOf = (status: string) => requests.filter((request) => request.status === status).length
  return {
    total: requests.length,
    open: groupBySong(requests.filter(isOpen)).length,
    played: countOf('PLAYED'),
  }
}
