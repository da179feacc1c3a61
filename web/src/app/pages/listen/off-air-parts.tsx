import { NewestAnnouncement } from '../../../features/announcements/newest-announcement.tsx'
import { TodayLine } from '../../../features/broadcasts/today-line.tsx'

/** What the page has to say while nothing is on air: the day, and what is new. */
export function OffAirParts() {
  return (
    <div className="grid grid-cols-1 gap-4 empty:hidden md:gap-6">
      <TodayLine />
      <NewestAnnouncement />
    </div>
  )
}

export { NewestRecording } from '../../../features/broadcasts/newest-recording.tsx'
