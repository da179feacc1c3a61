import { useSession } from '../../session/session.tsx'
import { PageFrame } from '../layout/page-frame.tsx'
import { ModeratorView } from './moderator-view.tsx'

/** `/moderator`: the chat on air, the words it masks, the people, and what was done. */
export function ModeratorPage() {
  const session = useSession()
  return (
    <PageFrame title="Mod Dashboard">
      {session.state === 'signed-in' && <ModeratorView user={session.user} />}
    </PageFrame>
  )
}
