import type { Announcement } from '@carillon/contract/announcements/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { toast } from '../../../ui/toast.ts'
import type { AnnouncementCalls } from '../announcement-calls.ts'
import { ANNOUNCEMENTS_KEY } from '../announcements-key.ts'
import { doneWords } from './action-styles.ts'
import type { PlainAct } from './actions.ts'

/** Failure of an act on one announcement, and the way to try again. */
export type DashboardProblem = { id: number; words: string; retry(): void }
export type Dashboard = {
  /** The one that something is being done with. */
  busyId: number | null
  problem: DashboardProblem | null
  /** Does it, says so, and asks for the lists again. */
  act(act: PlainAct, announcement: Announcement): void
  refresh(): Promise<void>
  /** Asks for the lists again where the error says that they are not what they were. */
  refreshAfter(error: unknown): void
}

const FAILURE = 'That didn’t work. Please try again.'

/** One act after the other on the announcements of the desk. */
export function useDashboard(calls: AnnouncementCalls): Dashboard {
  const queries = useQueryClient()
  const [busyId, setBusyId] = useState<number | null>(null)
  const [problem, setProblem] = useState<DashboardProblem | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY })
  const refreshAfter = (error: unknown) => {
    if (isOvertaken(error)) void refresh()
  }

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
      const words = messageOf(error, FAILURE)
      refreshAfter(error)
      // Its card may leave the list, and what stands on it with it.
      if (isOvertaken(error)) toast(words, { tone: 'danger' })
      else setProblem({ id, words, retry: () => void act(name, announcement) })
    } finally {
      setBusyId(null)
    }
  }

  return {
    busyId,
    problem,
    act: (name, announcement) => void act(name, announcement),
    refresh,
    refreshAfter,
  }
}

/** Somebody else was faster: it is gone, or no longer in the state that the page shows. */
function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'WRONG_STATE' || error.code === 'NOT_FOUND')
}
