import type { Role } from '@carillon/contract/roles'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { useSession } from '../../../session/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageFrame } from '../../layout/page-frame.tsx'
import { PATHS } from '../../paths.ts'

// Fetched beside what every page needs; anyone who only reads fetches nothing of the desk.
const Feed = lazyPart(
  async () => (await import('../../../features/announcements/announcement-feed.tsx')).AnnouncementFeed,
)
const Dashboard = lazyPart(
  async () =>
    (await import('../../../features/announcements/dashboard/announcement-dashboard.tsx'))
      .AnnouncementDashboard,
)

const AUTHORS: readonly Role[] = ['DJ', 'MODERATOR', 'ADMIN']

/** `/announcements`: what the station has to say, and for those who say it what is on its way. */
export function AnnouncementsPage() {
  const session = useSession()
  const author = session.state === 'signed-in' && AUTHORS.includes(session.user.role) ? session.user : null
  return (
    <PageFrame
      title="Announcements"
      width="reading"
      aside={author && <ButtonLink to={PATHS.createAnnouncement}>New announcement</ButtonLink>}
    >
      <Suspense>
        {author ? (
          <Dashboard
            key={author.id}
            viewer={author}
            editPath={editPath}
            createPath={PATHS.createAnnouncement}
          />
        ) : (
          <Feed />
        )}
      </Suspense>
    </PageFrame>
  )
}

function editPath(id: number): string {
  return PATHS.editAnnouncement.replace(':id', String(id))
}
