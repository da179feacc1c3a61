import { PageFrame } from '../layout/page-frame.tsx'
import { PeopleDesk } from './people-desk.tsx'

/** `/admin`: the station's people. */
export function AdminPage() {
  return (
    <PageFrame title="Admin Dashboard">
      <PeopleDesk />
    </PageFrame>
  )
}
