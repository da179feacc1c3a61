import { LEVEL_EVERY_MS } from '@carillon/contract/broadcasts/levels'
import { APP_DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { useEffect } from 'react'
import { METER_FLOOR_DB } from '../../../../lib/decibels.ts'
import { useSend } from '../../../../realtime/use-send.ts'
import { useDj } from '../dj-context.tsx'

/** Shows nothing: sends the level of this page's sound, which the other DJ of a hand-over and staff see. */
export function SendLevel({ broadcastId }: { broadcastId: number }) {
  const { levels } = useDj().sound
  const send = useSend()
  useEffect(() => {
    let sentAtMs = Number.NEGATIVE_INFINITY
    let loudestDb = METER_FLOOR_DB
    return levels.onFrame(({ decibels }) => {
      loudestDb = Math.min(0, Math.max(loudestDb, ...decibels))
      const nowMs = performance.now()
      if (nowMs - sentAtMs < LEVEL_EVERY_MS) return
      send(destinationFor(APP_DESTINATIONS.level, broadcastId), { peakDb: Math.round(loudestDb * 10) / 10 })
      sentAtMs = nowMs
      loudestDb = METER_FLOOR_DB
    })
  }, [levels, send, broadcastId])
  return null
}
