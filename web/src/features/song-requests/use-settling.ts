import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import { useRef, useState } from 'react'
import { isCancelled } from '../../api/api-error.ts'
import { announce } from '../../lib/announce.ts'
import { toast } from '../../ui/toast.ts'
import { orderWords } from './order-words.ts'
import type { SongGroup, SongRequestStatus } from './song-request-state.ts'
import type { SongRequestsView } from './use-song-requests.ts'

/** Time that a command can be undone in its place. */
export const UNDO_MS = 5_000
/** A song that hundreds ask for is answered in parts: the browser has few connections. */
const AT_ONCE = 6

/** A song that was just dealt with: it stays in its place until the time to undo is over. */
export type Settled = {
  group: SongGroup
  status: SongRequestStatus
  /** Requests of the song before it. */
  before: readonly SongRequest[]
  isUndoing: boolean
}

export type Settling = {
  settled: readonly Settled[]
  /** Words for its failure, by group. */
  problems: ReadonlyMap<number, string>
  settle(group: SongGroup, status: SongRequestStatus): Promise<void>
  undo(settled: Settled): Promise<void>
  forget(groupId: number): void
  forgetAll(): void
}

/** Word for each finished command. */
export const DONE_WORDS: Record<SongRequestStatus, string> = {
  PENDING: 'Reopened',
  ACCEPTED: 'Accepted',
  PLAYED: 'Done',
  DECLINED: 'Declined',
}

type RequestedStatus = { id: number; status: SongRequestStatus }

/** Throws the first refusal of a part; the parts after it are not sent. */
async function setAll(view: SongRequestsView, requested: readonly RequestedStatus[]): Promise<void> {
  for (let at = 0; at < requested.length; at += AT_ONCE) {
    const orders = requested.slice(at, at + AT_ONCE)
    const answers = await Promise.allSettled(orders.map(({ id, status }) => view.calls.setStatus(id, status)))
    for (const answer of answers) if (answer.status === 'fulfilled') view.take(answer.value)
    const refused = answers.find((answer) => answer.status === 'rejected')
    if (refused) throw refused.reason
  }
}

/** Deals with songs, and takes it back. All requests of a group go together; listeners see it at once. */
export function useSettling(view: SongRequestsView): Settling {
  const [settled, setSettled] = useState<readonly Settled[]>([])
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const forget = (groupId: number) => setSettled((all) => all.filter(({ group }) => group.id !== groupId))

  /** One after the other: what is taken back must reach the station after what was done. False when it was refused. */
  const order = (
    groupId: number,
    requested: readonly RequestedStatus[],
    reportRefusal: (words: string) => unknown,
  ) => {
    setProblems((known) => new Map([...known].filter(([id]) => id !== groupId)))
    const onRefused = (error: unknown) => {
      if (isCancelled(error)) return false
      forget(groupId)
      reportRefusal(orderWords(error))
      view.retry()
      return false
    }
    const isDone = queue.current.then(() => setAll(view, requested)).then(() => true, onRefused)
    queue.current = isDone
    return isDone
  }
  return {
    settled,
    problems,
    forget,
    forgetAll: () => setSettled([]),
    settle: async (group, status) => {
      const before = group.requests.filter((request) => request.status !== status)
      const now: Settled = { group, status, before, isUndoing: false }
      setSettled((all) => [...all.filter((known) => known.group.id !== group.id), now])
      announce(`${group.songTitle}: ${DONE_WORDS[status].toLowerCase()}`)
      await order(
        group.id,
        before.map(({ id }) => ({ id, status })),
        (words) => setProblems((known) => new Map(known).set(group.id, words)),
      )
    },
    undo: async (known) => {
      setSettled((all) => all.map((each) => (each === known ? { ...each, isUndoing: true } : each)))
      const { id, songTitle } = known.group
      // What was done stands, and its row may leave the list that is shown: the words have no place there.
      const reportRefusal = (words: string) =>
        toast(`${songTitle} could not be put back. ${words}`, { tone: 'danger' })
      if (!(await order(id, known.before, reportRefusal))) return
      // The cache tells its watchers in a task of its own: before that the row would be in neither list.
      await new Promise((resolve) => setTimeout(resolve))
      forget(id)
      announce(`${songTitle}: undone`)
    },
  }
}
