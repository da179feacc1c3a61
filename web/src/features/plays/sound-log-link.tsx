import { DAY_MS } from '@carillon/contract/durations'
import { PLAYS_EXPORT_PATH } from '@carillon/contract/plays/schemas'
import { Download } from 'lucide-react'
import { announce } from '../../lib/announce.ts'
import { stationClock } from '../../lib/station-clock.ts'
import { fromStationTime, toStationTime } from '../../lib/station-time.ts'
import { buttonClasses } from '../../ui/button.tsx'

/** Downloads everything that went out in the last days, songs by name, as the station writes it. */
export function SoundLogLink({ days }: { days: number }) {
  return (
    <a
      href={soundLogAddress(days, new Date(stationClock.now()))}
      download
      aria-label={`Download the sound log of the last ${days} days as CSV`}
      onClick={() => announce('Download started')}
      className={buttonClasses('outline', 'sm')}
    >
      <Download aria-hidden="true" className="size-4" />
      Sound log
    </a>
  )
}

/** Address of the log of the last days of the station's calendar, of which `now` is in the last. */
export function soundLogAddress(days: number, now: Date): string {
  const first = toStationTime(new Date(now.getTime() - (days - 1) * DAY_MS)).slice(0, 10)
  const from = fromStationTime(`${first}T00:00:00.000`).toISOString()
  return `${PLAYS_EXPORT_PATH}?from=${encodeURIComponent(from)}`
}
