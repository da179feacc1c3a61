import { Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../../lib/router/link.tsx'
import { useListenPath } from '../../../session/session.ts'
import { usePlayer } from './player-context.ts'

const LOOK =
  'flex min-h-12 w-full items-center justify-center gap-2.5 rounded-card bg-accent px-4 py-2.5 text-base font-semibold text-on-accent no-underline transition-colors duration-120 hover:bg-accent-hover'

/** On the page of another broadcast: something is on air right now. */
export function StationLiveBanner(): ReactNode {
  const { nowPlaying } = usePlayer()
  return (
    <Link to={useListenPath()} className={LOOK}>
      <Radio aria-hidden="true" className="size-5" />
      <span className="truncate">On air now{nowPlaying?.title ? `: ${nowPlaying.title}` : ''}</span>
    </Link>
  )
}
