import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { announce } from '../../lib/announce.ts'
import { storedValue } from '../../lib/stored.ts'
import { ANNOUNCE_EVERY_MS, type AnnounceChoice, announcementOf, isAnnounced } from './announcing.ts'
import type { LogEntry } from './chat-log.ts'
import type { Chat } from './use-chat.ts'

const CHOICES = ['off', 'mentions', 'all'] as const satisfies readonly AnnounceChoice[]
const kept = storedValue('chat-announce', z.enum(CHOICES))

/** The choice of this device; mentions and the crew until somebody chooses. */
export function useAnnounceChoice(): [choice: AnnounceChoice, choose: (choice: AnnounceChoice) => void] {
  const [choice, setChoice] = useState<AnnounceChoice>(() => kept.read() ?? 'mentions')
  const choose = useCallback((next: AnnounceChoice) => {
    setChoice(next)
    kept.write(next)
  }, [])
  return [choice, choose]
}

/** Says new messages, at most every 3 s; what was there at first is not news. */
export function useAnnouncements({ log, status, viewer }: Chat, choice: AnnounceChoice): void {
  const lastId = useRef<number | null>(null)
  const waiting = useRef<LogEntry[]>([])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const newestId = log.entries.at(-1)?.id ?? 0
  useEffect(() => {
    if (status === 'loading') return
    const since = lastId.current
    lastId.current = Math.max(newestId, since ?? 0)
    if (since === null || newestId <= since) return
    const fresh = log.entries.slice(log.entries.findLastIndex(({ id }) => id <= since) + 1)
    waiting.current.push(...fresh.filter((entry) => isAnnounced(entry, viewer, choice)))
    if (timer.current === undefined) say()
    function say() {
      const said = waiting.current
      waiting.current = []
      timer.current = undefined
      if (said.length === 0) return
      announce(announcementOf(said))
      timer.current = setTimeout(say, ANNOUNCE_EVERY_MS)
    }
  }, [log, newestId, status, viewer, choice])
  useEffect(() => () => clearTimeout(timer.current), [])
}
