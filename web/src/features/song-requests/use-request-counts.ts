import { groupBySong, isOpen } from './song-request-state.ts'
import { useSongRequests } from './use-song-requests.ts'

/** How many requests a show has, how many songs are still open, as the panel has rows, and how many were played; null before it is known. */
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
