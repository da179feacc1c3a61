import type { Announcement } from '@carillon/contract/announcements/schemas'
import { Pin } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatRelative, formatTimestamp } from '../../lib/station-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { timestampOf } from './announcement-times.ts'
import { Collapsible } from './collapsible.tsx'
import { Markup } from './markup/markup.tsx'

export type AnnouncementCardProps = {
  announcement: Announcement
  now: Date
  /** Right of the title: the menu of what may be done. */
  aside?: ReactNode
  /** Between the title and the text: where it stands and why. */
  head?: ReactNode
  /** Below the text: what may be done first. */
  foot?: ReactNode
}

/** An announcement to read. Its permalink is `#a-{id}`. */
export function AnnouncementCard({ announcement, now, aside, head, foot }: AnnouncementCardProps) {
  const { id, title, content, imageUrl, imageAlt, pinned, createdBy } = announcement
  const timestamp = timestampOf(announcement)
  return (
    <article
      id={`a-${id}`}
      aria-labelledby={titleIdOf(id)}
      className="scroll-mt-6 rounded-card border border-border bg-surface p-4 target:border-accent-ink lg:p-6"
    >
      <header className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 justify-items-start gap-1">
          {pinned && (
            <Badge tone="accent" className="mb-1">
              <Pin aria-hidden="true" className="size-3.5" />
              Pinned
            </Badge>
          )}
          <h2 id={titleIdOf(id)} tabIndex={-1} className="text-xl wrap-anywhere">
            {title}
          </h2>
          <p className="text-sm text-text-muted">
            {createdBy.name}
            <span className="max-sm:hidden"> ·&nbsp;</span>
            <span className="max-sm:block">
              <time dateTime={timestamp.toISOString()}>{formatTimestamp(timestamp)}</time> ·&nbsp;
              {formatRelative(timestamp, now)}
            </span>
          </p>
        </div>
        {aside}
      </header>
      {head}
      {imageUrl && (
        <img
          src={imageUrl}
          alt={imageAlt ?? ''}
          loading="lazy"
          decoding="async"
          className="mt-4 aspect-video w-full rounded-input border border-border bg-surface-2 object-cover"
        />
      )}
      <Collapsible className="mt-4">
        <Markup text={content} className="max-w-[66ch]" />
      </Collapsible>
      {foot}
    </article>
  )
}

/** The id of the heading of an announcement's card; the heading takes the focus. */
export function titleIdOf(id: number): string {
  return `a-${id}-title`
}
