import { PageFrame } from '../layout/page-frame.tsx'
import { PeopleDesk } from './people-desk.tsx'

/** `/moderator`: the people a moderator looks after. */
export function ModeratorPage() {
  return (
    <PageFrame title="Mod Dashboard">
      <PeopleDesk />
    </PageFrame>
  )
}
