import { useRefreshActivity } from '../../../features/analytics/use-activity.ts'
import { EndShow } from '../../../features/stream/control/end-show.tsx'
import { useSession } from '../../../session/session.ts'
import { PageFrame } from '../../layout/page-frame.tsx'
import { ModeratorView } from './moderator-view.tsx'
import { useModeratedShow } from './use-moderated-show.ts'

/** `/moderator`: the chat on air, what waits for an answer, the words it masks, the people, and what was done. */
export function ModeratorPage() {
  const session = useSession()
  if (session.state !== 'signed-in') return <PageFrame title="Mod Dashboard">{null}</PageFrame>
  return (
    <PageFrame title="Mod Dashboard" aside={<EmergencyStop />} isFilling>
      <ModeratorView user={session.user} />
    </PageFrame>
  )
}

/** The end of the show on air, no matter whose it is. */
function EmergencyStop() {
  const { live, isOnAir, broadcast } = useModeratedShow()
  const refreshLog = useRefreshActivity()
  if (!isOnAir || !broadcast) return null
  const { id, title, startedBy, createdBy } = broadcast
  const { name } = startedBy ?? createdBy
  const { listenerCount } = live
  return <EndShow key={id} onAir={{ id, title, djName: name, listenerCount }} onDone={refreshLog} />
}
