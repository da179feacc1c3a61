import type { Announcement } from '@carillon/contract/announcements/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { toast } from '../../../ui/toast.ts'
import type { AnnouncementCalls } from '../announcement-calls.ts'
import { ANNOUNCEMENTS_KEY } from '../announcements-key.ts'
import { doneWords } from './action-styles.ts'
import type { PlainAct } from './actions.ts'

/** Failure of an act on one announcement, and the way to try again. */
export type DashboardProblem = { id: number; words: string; retry(): void }
export type Dashboard = {
  /** Whether something is being done with an announcement, and what came of the last try. */
  stateOf(id: number): { isBusy: boolean; problem: DashboardProblem | undefined }
  /** Does it, says so, and asks for the lists again. */
  act(act: PlainAct, announcement: Announcement): void
  refresh(): Promise<void>
  /** Asks for the lists again where the error says that they are not what they were. */
  refreshAfter(error: unknown): void
}

const FAILURE = 'That didn’t work. Please try again.'

/** Acts on the announcements of the desk: those on one of them one after the other, those on several at once. */
export function useDashboard(calls: AnnouncementCalls): Dashboard {
  const queries = useQueryClient()
  const [busyIds, setBusyIds] = useState<readonly number[]>([])
  const [problems, setProblems] = useState<readonly DashboardProblem[]>([])
  const orders = useRef(new Map<number, Promise<unknown>>())
  const refresh = () => queries.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY })
  const refreshAfter = (error: unknown) => {
    if (isOvertaken(error)) void refresh()
  }

  const act = async (name: PlainAct, announcement: Announcement) => {
    const { id } = announcement
    const order = Promise.resolve(orders.current.get(id)).then(() => calls[name](id))
    const settled = order.catch(() => {}) // Said below; the next act on it goes on.
    orders.current.set(id, settled)
    setBusyIds((ids) => [...ids, id])
    setProblems((known) => known.filter((problem) => problem.id !== id))
    try {
      await order
      const undo = { label: 'Undo', onClick: () => void act('unarchive', announcement) }
      toast(doneWords(name), { tone: 'success', ...(name === 'archive' && { action: undo }) })
      await refresh()
    } catch (error) {
      const words = messageOf(error, FAILURE)
      refreshAfter(error)
      // Its card may leave the list, and what stands on it with it.
      if (isOvertaken(error)) toast(words, { tone: 'danger' })
      else setProblems((known) => [...known, { id, words, retry: () => void act(name, announcement) }])
    } finally {
      setBusyIds((ids) => ids.filter((_, at) => at !== ids.indexOf(id)))
    }
  }

  return {
    stateOf: (id) => ({
      isBusy: busyIds.includes(id),
      problem: problems.findLast((problem) => problem.id === id),
    }),
    act: (name, announcement) => void act(name, announcement),
    refresh,
    refreshAfter,
  }
}

/** Somebody else was faster: it is gone, or no longer in the state that the page shows. */
function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'WRONG_STATE' || error.code === 'NOT_FOUND')
}
