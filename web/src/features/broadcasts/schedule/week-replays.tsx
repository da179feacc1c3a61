import { listReplays, type PlannedReplay } from '@carillon/contract/playout/replays'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useKept } from '../../../lib/use-kept.ts'
import { useCall } from '../../../session/session.ts'
import type { AgendaItem } from './agenda.ts'
import type { Week } from './week.ts'

const REFRESH_MS = 30_000

/** Replays of a week, as far as they are known. */
export type Replays = { items: readonly AgendaItem[]; refetch(): void }

type WeekReplaysProps = { week: Week; liveId: number | null; onReplays(replays: Replays | null): void }

/** Shows nothing itself: gives the replays that are planned for a week. Asked again when the air changes hands. */
export function WeekReplays({ week, liveId, onReplays }: WeekReplaysProps) {
  const call = useCall()
  const window = { from: week.start.toISOString(), until: week.end.toISOString() }
  const { data: answer, refetch } = useQuery({
    queryKey: ['broadcasts', 'replays', window.from, liveId],
    queryFn: ({ signal }) => call(listReplays, { query: window, signal }),
    refetchInterval: REFRESH_MS,
  })
  const data = useKept(window.from, answer)
  useEffect(() => {
    onReplays({ items: data ? data.map(itemOf) : [], refetch: () => void refetch() })
    return () => onReplays(null)
  }, [data, refetch, onReplays])
  return null
}

/** A planned replay as an item of the schedule. It is nobody's own. */
function itemOf({ id, broadcastId, title, dj, firstAiredAt, startsAt, endsAt }: PlannedReplay): AgendaItem {
  return {
    id: -id,
    title: `Replay: ${title}`,
    description: '',
    host: dj.name,
    ownerIds: [],
    status: 'SCHEDULED',
    isRecorded: true,
    replay: { planId: id, broadcastId, showTitle: title, firstAired: new Date(firstAiredAt) },
    start: new Date(startsAt),
    end: new Date(endsAt),
  }
}
