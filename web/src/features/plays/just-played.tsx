import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SongList } from './song-list.tsx'
import { useSongs } from './use-songs.ts'

/** Songs that a listener may still have in the ear. */
const SHOWN = 5

/** The last songs before the one that plays, asked for when somebody wants them. */
export function JustPlayed({ broadcastId }: { broadcastId: number }) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <div className="mt-5 border-t border-border pt-3">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        icon={<Chevron aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(!isOpen)}
      >
        Just played
      </Button>
      {isOpen && (
        <div id={listId} className="mt-2">
          <Earlier broadcastId={broadcastId} />
        </div>
      )}
    </div>
  )
}

function Earlier({ broadcastId }: { broadcastId: number }) {
  const { data, isError } = useSongs(broadcastId, true)
  const earlier = data?.filter(({ endedAt }) => endedAt !== null).slice(0, SHOWN)
  if (earlier && earlier.length > 0) return <SongList songs={earlier} />
  const words = isError ? "Couldn't load the songs." : 'Nothing before this one.'
  return (
    <p role="status" className="min-h-5 text-sm text-text-muted">
      {earlier || isError ? words : ''}
    </p>
  )
}
