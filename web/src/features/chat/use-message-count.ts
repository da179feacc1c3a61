import { chatStats } from '@carillon/contract/chat/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../session/session.ts'

const REFRESH_MS = 10_000

/** Number of messages of a show, loaded every 10 s; null before it is known. */
export function useMessageCount(broadcastId: number): number | null {
  const call = useCall()
  const { data } = useQuery({
    queryKey: ['chat', 'stats', broadcastId],
    queryFn: ({ signal }) => call(chatStats, { params: { broadcastId }, signal }),
    refetchInterval: REFRESH_MS,
  })
  return data?.messages ?? null
}
