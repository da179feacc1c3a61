import type { OnAir } from '@carillon/contract/plays/now-playing'
import { listEarlier } from '@carillon/contract/stream/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'

/** Items that can be gone back to between shows, newest first. Asked only while `isAsked`, and when another item begins. */
export function useEarlier(itemStartedAt: string, isAsked: boolean): readonly OnAir[] {
  const call = useCall()
  const { data = [] } = useQuery({
    queryKey: ['earlier', itemStartedAt],
    queryFn: ({ signal }) => call(listEarlier, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return data
}
