import { listReplays } from '@carillon/contract/playout/replays'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'
import { type AgendaItem, replayItemsOf } from './agenda.ts'
import type { Week } from './week.ts'

const REFRESH_MS = 30_000

/** Replays that are planned for a week; none while nobody knows. Asked again when the air changes hands. */
export function useReplays(week: Week, liveId: number | null): { items: AgendaItem[]; refetch(): void } {
  const call = useCall()
  const window = { from: week.start.toISOString(), until: week.end.toISOString() }
  const { data, refetch } = useQuery({
    queryKey: ['broadcasts', 'replays', window.from, liveId],
    queryFn: ({ signal }) => call(listReplays, { query: window, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: (last, of) => (of?.queryKey[2] === window.from ? last : undefined),
  })
  return { items: data ? replayItemsOf(data) : [], refetch: () => void refetch() }
}
