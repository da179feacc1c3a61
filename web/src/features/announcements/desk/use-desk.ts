import type { Announcement } from '@carillon/contract/announcements'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { toast } from '../../../ui/toast.ts'
import type { AnnouncementCalls } from '../announcement-calls.ts'
import { ANNOUNCEMENTS_KEY } from '../use-announcement-list.ts'
import { doneWords } from './act-looks.ts'
import type { PlainAct } from './acts.ts'

/** What could not be done with one announcement, and the way to try again. */
export type DeskProblem = { id: number; words: string; retry(): void }
export type Desk = {
  /** The one that something is being done with. */
  busyId: number | null
  problem: DeskProblem | null
  /** Does it, says so, and asks for the lists anew. */
  act(act: PlainAct, announcement: Announcement): void
  refresh(): Promise<void>
}

const FAILURE = 'This could not be done. Please try again.'

/** One act after the other on the announcements of the desk. */
export function useDesk(calls: AnnouncementCalls): Desk {
  const queries = useQueryClient()
  const [busyId, setBusyId] = useState<number | null>(null)
  const [problem, setProblem] = useState<DeskProblem | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY })

  const act = async (name: PlainAct, announcement: Announcement) => {
    if (busyId !== null) return
    const { id } = announcement
    setBusyId(id)
    setProblem(null)
    try {
      await calls[name](id)
      const undo = { label: 'Undo', onClick: () => void act('unarchive', announcement) }
      toast(doneWords(name), { tone: 'success', ...(name === 'archive' && { action: undo }) })
      await refresh()
    } catch (error) {
      setProblem({ id, words: messageOf(error, FAILURE), retry: () => void act(name, announcement) })
    } finally {
      setBusyId(null)
    }
  }

  return { busyId, problem, act: (name, announcement) => void act(name, announcement), refresh }
}
