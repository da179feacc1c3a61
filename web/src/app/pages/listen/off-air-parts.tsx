import { NewestAnnouncement } from '../../../features/announcements/newest-announcement.tsx'
import { TodayLine } from '../../../features/broadcasts/today-line.tsx'

/** Parts of the page while nothing is on air: the day, and the news. */
export function OffAirParts() {
  return (
    <div className="grid grid-cols-1 gap-4 empty:hidden md:gap-6">
      <TodayLine />
      <NewestAnnouncement />
    </div>
  )
}

export { NewestRecording } from '../../../features/broadcasts/newest-recording.tsx'
