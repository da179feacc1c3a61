import { Check, Undo2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isOpen, type SongGroup, type SongRequestStatus, statusOf } from './song-request-state.ts'
import { StatusBadge } from './status-badge.tsx'

type DashboardSongActionsProps = { group: SongGroup; onSettle(status: SongRequestStatus): void }

/** Actions on a song: accept it, have it done, decline it, or put it back. */
export function DashboardSongActions({ group, onSettle }: DashboardSongActionsProps) {
  const status = statusOf(group)
  const name = group.songTitle
  if (!isOpen({ status })) {
    return (
      <>
        <StatusBadge status={status} />
        <IconButton
          label={`Reopen ${name}`}
          icon={<Undo2 className="size-4.5" />}
          onClick={() => onSettle('PENDING')}
          className="size-9 text-text-muted"
        />
      </>
    )
  }
  return (
    <>
      {status === 'PENDING' ? (
        <>
          <Button
            variant="outline"
            size="sm"
            aria-label={`Accept ${name}`}
            onClick={() => onSettle('ACCEPTED')}
          >
            Accept
          </Button>
          <Button variant="ghost" size="sm" aria-label={`Done: ${name}`} onClick={() => onSettle('PLAYED')}>
            Done
          </Button>
        </>
      ) : (
        <Button
          variant="accent"
          size="sm"
          icon={<Check aria-hidden="true" className="size-4" />}
          aria-label={`Done: ${name}`}
          onClick={() => onSettle('PLAYED')}
        >
          Done
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Decline ${name}`}
        onClick={() => onSettle('DECLINED')}
        className="-mr-2 text-text-muted"
      >
        Decline
      </Button>
    </>
  )
}
