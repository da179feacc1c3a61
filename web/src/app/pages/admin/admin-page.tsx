import { useSession } from '../../../session/session.ts'
import { PageFrame } from '../../layout/page-frame.tsx'
import { AdminView } from './admin-view.tsx'

/** `/admin`: whether everything is fine, who needs attention, and everybody. */
export function AdminPage() {
  const session = useSession()
  return (
    <PageFrame title="Admin Dashboard">
      {session.state === 'signed-in' && <AdminView key={session.user.id} />}
    </PageFrame>
  )
}
