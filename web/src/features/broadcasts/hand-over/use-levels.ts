import { LEVEL_LASTS_MS, levelEventSchema } from '@carillon/contract/broadcasts/levels'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { useState } from 'react'
import { useSubscription } from '../../../realtime/use-subscription.ts'

/** The newest level of a show's sound, and when it came, by the browser's clock. */
type ReceivedLevel = { peakDb: number; atMs: number }

/**
 * Levels of both shows of a hand-over, which the topic of the one carries to whoever supervises it. Gives the level of a show in
 * dBFS; null where none came lately.
 */
export function useLevels(broadcastId: number): (id: number, nowMs: number) => number | null {
  const [received, setReceived] = useState<ReadonlyMap<number, ReceivedLevel>>(new Map())
  useSubscription(destinationFor(DESTINATIONS.levels, broadcastId), {
    onMessage: (body) => {
      const event = levelEventSchema.safeParse(body)
      if (!event.success) return
      const { broadcastId: id, peakDb } = event.data
      setReceived((before) => new Map([...before].filter(isRecent)).set(id, { peakDb, atMs: Date.now() }))
    },
  })
  return (id, nowMs) => {
    const level = received.get(id)
    return level && nowMs - level.atMs < LEVEL_LASTS_MS ? level.peakDb : null
  }
}

function isRecent([, { atMs }]: [number, ReceivedLevel]): boolean {
  return Date.now() - atMs < LEVEL_LASTS_MS
}
