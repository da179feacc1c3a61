import { Inbox } from '../../../features/notifications/inbox.tsx'
import { STATION_PLACE } from '../../../lib/station-zone.ts'
import { PageFrame } from '../../layout/page-frame.tsx'

/** `/notifications`: all that one was told. */
export function InboxPage() {
  return (
    <PageFrame
      title="Inbox"
      width="reading"
      lead={`Notifications from the station, by day in ${STATION_PLACE} time.`}
    >
      <Inbox />
    </PageFrame>
  )
}
