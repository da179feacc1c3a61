import { MINUTE_MS } from '@carillon/contract/durations'
import { listSongs } from '@carillon/contract/plays/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../session/session.ts'

/** Songs that were named in a show, newest first; asked again each minute while `isOnAir`. */
export function useSongs(broadcastId: number, isOnAir: boolean) {
  const call = useCall()
  return useQuery({
    queryKey: ['plays', 'songs', broadcastId],
    queryFn: ({ signal }) => call(listSongs, { params: { id: broadcastId }, signal }),
    refetchInterval: isOnAir && MINUTE_MS,
  })
}
