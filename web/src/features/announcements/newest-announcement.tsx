import { listAnnouncements } from '@carillon/contract/announcements/endpoints'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { formatDate } from '../../lib/station-time.ts'
import { useCall } from '../../session/session.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { ANNOUNCEMENTS_KEY } from './announcements-key.ts'

/** The newest announcement by its title, and the way to all; nothing while there is none. */
export function NewestAnnouncement() {
  const call = useCall()
  const { data: newest } = useQuery({
    queryKey: [...ANNOUNCEMENTS_KEY, 'newest'],
    queryFn: async ({ signal }) => {
      const { content } = await call(listAnnouncements, { query: { page: 0, size: 10 }, signal })
      const [first] = content.toSorted((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? ''))
      return first ?? null
    },
  })
  if (!newest) return null
  return (
    <Card aria-labelledby="newest-announcement">
      <CardHead
        id="newest-announcement"
        title="News"
        aside={
          <Link
            to="/announcements"
            className="inline-flex items-center gap-0.5 font-medium text-link hover:underline"
          >
            All announcements
            <ChevronRight aria-hidden="true" className="size-4" />
          </Link>
        }
      />
      <Link to={`/announcements#a-${newest.id}`} className="group block text-text no-underline">
        <span className="line-clamp-2 font-semibold group-hover:underline">{newest.title}</span>
        {newest.publishedAt && (
          <time dateTime={newest.publishedAt} className="mt-1 block text-sm text-text-muted">
            {formatDate(new Date(newest.publishedAt))}
          </time>
        )}
      </Link>
    </Card>
  )
}
