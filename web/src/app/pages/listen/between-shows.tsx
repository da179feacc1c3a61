import type { OnAir } from '@carillon/contract/plays/now-playing'
import { BetweenShowsHero } from '../../../features/stream/listener/between-shows-hero.tsx'
import { useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { Strip } from './strip.tsx'

export { BetweenShowsBar } from '../../../features/stream/listener/between-shows-hero.tsx'

const StationStrip = lazyPart(async () => (await import('./strips.tsx')).StationStrip)

/** The player between shows, with a strip where listeners may go back. */
export function BetweenShowsPlayer({ item }: { item: OnAir }) {
  const { rewindHours } = useLiveStatus()
  const strip = rewindHours > 0 && (
    <Strip>
      <StationStrip hours={rewindHours} itemStartedAt={item.startedAt} />
    </Strip>
  )
  return <BetweenShowsHero item={item} strip={strip} />
}
