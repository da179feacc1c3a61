import { deleteMessage } from '@carillon/contract/chat'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { type Call, call as pageCall } from '../../../api/client.ts'
import { useStore } from '../../../lib/store.ts'
import { dismissToast, toast } from '../../../ui/toast.ts'
import { type Removable, type RemovalState, Removals } from './removals.ts'

/** What can be done to messages, and how far it has come. */
export type Moderation = {
  /** Undefined for a message that nobody here removes. */
  stateOf(id: number): RemovalState | undefined
  /** With five seconds to think again. */
  remove(message: Removable): void
  removeNow(message: Removable): void
  keep(id: number): void
}

/** Removes messages with an undo, told by a toast. Leaving the page sends what waits. `onRemoved` hears each one done. */
export function useRemovals({ call = pageCall, onRemoved }: { call?: Call; onRemoved?: () => void } = {}) {
  const newest = useRef(onRemoved)
  useEffect(() => {
    newest.current = onRemoved
  })
  const removals = useMemo(() => createRemovals(call, () => newest.current?.()), [call])
  useEffect(() => {
    const leave = () => removals.close()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [removals])
  const states = useStore(removals.states)
  return useMemo<Moderation>(
    () => ({
      stateOf: (id) => states.get(id),
      remove: (message) => removals.remove(message),
      removeNow: (message) => removals.removeNow(message),
      keep: (id) => removals.keep(id),
    }),
    [removals, states],
  )
}

function createRemovals(call: Call, onRemoved: () => void): Removals {
  let shownToast: number | null = null
  const removals: Removals = new Removals({
    send: (id) => sendRemoval(call, id),
    onWaiting(waiting) {
      if (shownToast !== null) dismissToast(shownToast)
      const action = { label: 'Undo', onClick: () => removals.keepAll() }
      shownToast = waiting.length === 0 ? null : toast(wordsFor(waiting), { action })
    },
    onRemoved,
    onRefused(message, error) {
      const why = messageOf(error, 'Please try again.')
      toast(`The message by ${message.sender.name} could not be removed. ${why}`, { tone: 'danger' })
    },
  })
  return removals
}

/** A message that is gone already is removed. */
async function sendRemoval(call: Call, id: number): Promise<void> {
  try {
    await call(deleteMessage, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

function wordsFor(waiting: readonly Removable[]): string {
  const [first] = waiting
  return waiting.length === 1 && first
    ? `Removed a message by ${first.sender.name}`
    : `Removed ${waiting.length} messages`
}
