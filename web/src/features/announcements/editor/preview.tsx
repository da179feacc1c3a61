import type { Announcement } from '@carillon/contract/announcements/schemas'
import { useState } from 'react'
import { stationClock } from '../../../lib/station-clock.ts'
import { AnnouncementCard } from '../announcement-card.tsx'
import type { Viewer } from '../dashboard/actions.ts'
import type { Words } from './words.ts'

type PreviewProps = { words: Words; viewer: Viewer & { name: string }; announcement: Announcement | null }

/** Preview of an announcement as everybody will see it, published now. */
export function Preview({ words, viewer, announcement }: PreviewProps) {
  const [now] = useState(() => new Date(stationClock.now()))
  const { id, name, role } = viewer
  return (
    <div className="mx-auto max-w-[680px]">
      <AnnouncementCard
        now={now}
        announcement={{
          id: 0,
          ...words,
          title: words.title.trim() || 'Untitled',
          content: words.content.trim() || 'Nothing written yet.',
          status: 'PUBLISHED',
          pinned: announcement?.pinned ?? false,
          pinnedAt: null,
          scheduledFor: null,
          expiresAt: null,
          publishedAt: announcement?.publishedAt ?? now.toISOString(),
          createdAt: now.toISOString(),
          updatedAt: now.toISOString(),
          createdBy: announcement?.createdBy ?? { id, name, role },
          approvedBy: null,
          rejectionReason: null,
        }}
      />
    </div>
  )
}
