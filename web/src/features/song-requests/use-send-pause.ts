import { SONG_REQUEST_PAUSE_SECONDS, type SongRequest } from '@carillon/contract/song-requests/schemas'
import { useEffect, useRef } from 'react'
import { stationClock } from '../../lib/station-clock.ts'
import { useCountdown } from '../../lib/use-countdown.ts'

/** Seconds until one may ask again, after the last request of one's own or as the station says. */
export function useSendPause(
  own: readonly SongRequest[],
): [seconds: number, wait: (seconds: number) => void] {
  const [seconds, start] = useCountdown()
  const lastAskedAt = own.reduce((latest, { timestamp }) => Math.max(latest, Date.parse(timestamp)), 0)
  const begin = useRef(start)
  useEffect(() => {
    begin.current = start
  })
  useEffect(() => {
    const left = lastAskedAt / 1000 + SONG_REQUEST_PAUSE_SECONDS - stationClock.now() / 1000
    if (left > 0) begin.current(Math.min(Math.ceil(left), SONG_REQUEST_PAUSE_SECONDS))
  }, [lastAskedAt])
  return [seconds, start]
}
