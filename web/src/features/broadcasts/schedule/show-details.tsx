import { CALENDAR_PATHS } from '@carillon/contract/broadcasts/schemas'
import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '../../../lib/station-time.ts'
import { STATION_PLACE } from '../../../lib/station-zone.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink, buttonClasses } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ShowArt } from '../../../ui/show-art.tsx'
import { shareShow } from '../share-show.ts'
import { type AgendaItem, firstAiredWords, showPathOf, spanOf, yourTimeOf } from './agenda.ts'
import { isMine, mayCancel, mayEdit, mayReplay, mayTakeBack, type Viewer } from './mine.ts'
import type { Opened } from './show-actions.tsx'

type ShowDetailsProps = {
  item: AgendaItem
  viewer: Viewer
  now: Date
  /** The way to be told of a show that is to come. */
  remind: ReactNode
  onOpen(opened: Opened): void
  onClose(): void
}

/** One show of the grid, and what may be done with it. */
export function ShowDetails({ item, viewer, now, remind, onOpen, onClose }: ShowDetailsProps) {
  const yours = yourTimeOf(item.start, undefined)
  const isCancelled = item.status === 'CANCELLED'
  return (
    <Dialog open onClose={onClose} title={<span className="wrap-anywhere">{item.title}</span>}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2 text-text-muted">
          <ShowArt
            title={item.replay?.showTitle ?? item.title}
            className="mr-1 size-14 shrink-0 rounded-input"
          />
          with {[item.host, firstAiredWords(item)].filter(Boolean).join(', ')}
          {isMine(item, viewer) && <Badge tone="info">Yours</Badge>}
          {isCancelled && <Badge tone="danger">Cancelled</Badge>}
        </div>
        <p>
          <time dateTime={item.start.toISOString()} className="block">
            {formatDay(item.start)}
            <span className="block font-semibold">{spanOf(item)}</span>
          </time>
          <span className="text-sm text-text-muted">
            {STATION_PLACE}
            {yours && ` ·\u00a0your time ${yours}`}
          </span>
        </p>
        {item.description && <p className="whitespace-pre-line wrap-anywhere">{item.description}</p>}
        {!isCancelled && (
          <TakeAlong item={item} remind={item.status === 'SCHEDULED' && !item.replay && remind} />
        )}
        {mayEdit(item, viewer) && (
          <div className="flex flex-wrap gap-2 border-t border-border pt-4">
            <Button size="sm" variant="outline" onClick={() => onOpen({ what: 'edit', item })}>
              Edit
            </Button>
            {mayCancel(item, viewer) && (
              <Button size="sm" variant="danger" onClick={() => onOpen({ what: 'cancel', item })}>
                Cancel the show
              </Button>
            )}
          </div>
        )}
        {mayReplay(item, viewer) && (
          <div className="border-t border-border pt-4">
            <Button size="sm" variant="outline" onClick={() => onOpen({ what: 'replay', item })}>
              Plan a replay
            </Button>
          </div>
        )}
        {mayTakeBack(item, viewer, now) && (
          <div className="border-t border-border pt-4">
            <Button size="sm" variant="danger" onClick={() => onOpen({ what: 'take-back', item })}>
              Take the replay back
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function TakeAlong({ item, remind }: Pick<ShowDetailsProps, 'item' | 'remind'>) {
  const isOver = item.status === 'ENDED' || item.replay !== undefined
  return (
    <div className="flex flex-wrap gap-2 *:grow *:basis-[calc(50%-0.25rem)]">
      {!isOver && (
        <a
          href={CALENDAR_PATHS.show.replace(':id', String(item.id))}
          download
          className={buttonClasses('primary', 'sm')}
        >
          <CalendarPlus aria-hidden="true" className="size-4.5" />
          Add to calendar
        </a>
      )}
      {remind}
      <ButtonLink to={showPathOf(item)} variant={isOver ? 'primary' : 'outline'} size="sm">
        {item.isRecorded ? 'Listen again' : 'View show'}
      </ButtonLink>
      {!item.replay && (
        <Button size="sm" variant="outline" onClick={() => void shareShow(item)}>
          Share
        </Button>
      )}
    </div>
  )
}
