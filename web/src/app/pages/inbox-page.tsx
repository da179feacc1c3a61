import { Inbox } from '../../features/notifications/inbox.tsx'
import { PageFrame } from '../layout/page-frame.tsx'

/** `/notifications`: all that one was told. */
export function InboxPage() {
  return (
    <PageFrame title="Inbox" width="reading" lead="What the station told you, by day in Manila time.">
      <Inbox />
    </PageFrame>
  )
}
