import { deleteMessage } from '@carillon/contract/chat/endpoints'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError, isCancelled, messageOf } from '../../../api/api-error.ts'
import type { Call } from '../../../api/client.ts'
import { useStore } from '../../../lib/store.ts'
import { useCall } from '../../../session/session.ts'
import { dismissToast, toast } from '../../../ui/toast.ts'
import { type Removable, type RemovalState, Removals } from './removals.ts'

/** Commands on messages, and the progress of each. The commands stay the same functions. */
export type Moderation = {
  /** By the message's id; nothing for a message that nobody here removes. */
  states: ReadonlyMap<number, RemovalState>
  /** With five seconds to think again. */
  remove(message: Removable): void
  removeNow(message: Removable): void
  keep(message: Removable): void
}

/** Removes messages with an undo, told by a toast. Leaving the page sends what waits. `onRemoved` hears each one done. */
export function useRemovals(onRemoved?: (id: number) => void): Moderation {
  const call = useCall()
  const newest = useRef(onRemoved)
  useEffect(() => {
    newest.current = onRemoved
  })
  const removals = useMemo(() => createRemovals(call, (id) => newest.current?.(id)), [call])
  useEffect(() => {
    const leave = () => removals.close()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [removals])
  const states = useStore(removals.states)
  const orders = useMemo(
    () => ({
      remove: (message: Removable) => removals.remove(message),
      removeNow: (message: Removable) => removals.removeNow(message),
      keep: ({ id }: Removable) => removals.keep(id),
    }),
    [removals],
  )
  return { ...orders, states }
}

function createRemovals(call: Call, onRemoved: (id: number) => void): Removals {
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
      if (isCancelled(error)) return
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
