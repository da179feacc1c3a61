import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { SongList } from './song-list.tsx'
import { useSongs } from './use-songs.ts'

/** Songs that a listener may still have in the ear. */
const SHOWN = 5

/** The last songs before the one that plays, on its stage; asked for when somebody wants them. */
export function JustPlayed({ broadcastId }: { broadcastId: number }) {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <div>
      <button
        type="button"
        className="-ml-2 inline-flex h-9 items-center gap-1 rounded-input px-2 text-sm font-semibold text-on-stage-muted transition-colors duration-120 hover:bg-white/10 hover:text-on-stage coarse:h-11"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Just played
        <Chevron aria-hidden="true" className="size-4" />
      </button>
      {isOpen && (
        <div id={listId} className="pt-1 pb-2">
          <Earlier broadcastId={broadcastId} />
        </div>
      )}
    </div>
  )
}

function Earlier({ broadcastId }: { broadcastId: number }) {
  const { data, isError } = useSongs(broadcastId, true)
  const earlier = data?.filter(({ endedAt }) => endedAt !== null).slice(0, SHOWN)
  if (earlier && earlier.length > 0) return <SongList songs={earlier} quiet="text-on-stage-muted" />
  const words = isError ? "Couldn't load the songs." : 'Nothing before this one.'
  return (
    <p role="status" className="min-h-5 text-sm text-on-stage-muted">
      {earlier || isError ? words : ''}
    </p>
  )
}
