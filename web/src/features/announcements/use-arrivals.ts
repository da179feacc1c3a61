import { announcementEventSchema } from '@carillon/contract/announcements/topics'
import { DESTINATIONS } from '@carillon/contract/destination'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../lib/announce.ts'
import { useSubscription } from '../../realtime/use-subscription.ts'
import { titleIdOf } from './announcement-card.tsx'
import type { AskPage, ListView } from './use-announcement-list.ts'

const NONE: readonly number[] = []

/**
 * Counts publications that the list in view does not show yet: they are not put under the reader's eyes but wait for
 * the pill. After a gap of the connection the newest are asked for.
 */
export function useArrivals(list: ListView, ask: AskPage): { count: number; show(): void } {
  const [received, setReceived] = useState(NONE)
  const shown = list.items
  const waiting = shown ? received.filter((id) => shown.every((item) => item.id !== id)) : NONE
  // One that was shown is not new again when it leaves the list.
  if (shown && waiting.length < received.length) setReceived(waiting)
  const moveFocus = useFirstCardFocus(shown)
  const receive = (ids: number[]) => setReceived((known) => [...new Set([...known, ...ids])].slice(-99))
  useSubscription(DESTINATIONS.announcements.pattern, {
    onMessage(body) {
      const event = announcementEventSchema.safeParse(body)
      if (event.success) receive([event.data.announcement.id])
    },
    onGap() {
      void newest(ask).then(receive)
    },
  })
  useAnnouncedCount(waiting.length)
  return {
    count: waiting.length,
    show() {
      setReceived(NONE)
      moveFocus()
      list.retry()
    },
  }
}

/** `1 new announcement`. */
export function arrivalWords(count: number): string {
  return count === 1 ? '1 new announcement' : `${count} new announcements`
}

/** Gives a way to move the focus to the first card; it goes on to one that takes that place in the next answer. */
function useFirstCardFocus(shown: ListView['items']): () => void {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    const isThere = focused.current !== null && focused.current === document.activeElement
    focused.current = null
    if (isThere) focusFirst(shown)
  }, [shown])
  return () => {
    focusFirst(shown)
    focused.current = document.activeElement
  }
}

function focusFirst([first]: NonNullable<ListView['items']> = []): void {
  document.querySelector<HTMLElement>(first ? `#${titleIdOf(first.id)}` : 'h1')?.focus()
}

function useAnnouncedCount(count: number): void {
  const before = useRef(0)
  useEffect(() => {
    if (count > before.current) announce(arrivalWords(count))
    before.current = count
  }, [count])
}

/** Pinned ones come first, whatever their age: the newest may stand behind them. */
async function newest(ask: AskPage): Promise<number[]> {
  try {
    const page = await ask({ page: 0, size: 10 }, AbortSignal.timeout(15_000))
    return page.content.map(({ id }) => id)
  } catch {
    // The list in view stays as it is; the next gap or visit asks again.
    return []
  }
}
