import type { Broadcast } from '@carillon/contract/broadcasts'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { AboutShow } from '../../features/broadcasts/about-show.tsx'
import { EndedHero } from '../../features/broadcasts/ended-hero.tsx'
import { MissingHero, OffAirHero, ScheduledHero } from '../../features/broadcasts/off-air-hero.tsx'
import { useBroadcast, useLiveBroadcast } from '../../features/broadcasts/queries.ts'
import { OnAirSince } from '../../features/broadcasts/show-times.tsx'
import { UpNext } from '../../features/broadcasts/up-next.tsx'
import { useLiveStatus } from '../../features/stream/listener/live-status-provider.tsx'
import { PlayerHero } from '../../features/stream/listener/player-hero.tsx'
import { usePlayer } from '../../features/stream/listener/player-provider.tsx'
import { wantsSound } from '../../features/stream/listener/player-state.ts'
import { useWentLive } from '../../features/stream/listener/use-went-live.ts'
import { ElsewhereLiveBanner, WentLiveBanner } from '../../features/stream/listener/went-live-banner.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { HeroSkeleton } from '../../ui/stage.tsx'

/** The listener's page: `/`, `/dashboard` and `/broadcast/:id`. */
export function ListenPage() {
  const { id } = useParams()
  return id === undefined ? <StationPage /> : <BroadcastPage id={Number(id)} />
}

/** Whatever is on air, else what comes next. */
function StationPage() {
  const live = useLiveStatus()
  const hasGoneLive = useWentLive()
  const { state } = usePlayer()
  const newest = useLiveBroadcast(live.station === 'live' ? live.broadcastId : null).data ?? undefined
  // What was on air is still on its way through the buffer when the station says that it is over.
  const isHeard = live.station === 'live' || (live.station === 'off-air' && wantsSound(state))
  usePageTitle((isHeard && newest?.title) || 'Listen')
  if (isHeard) return <OnAirView broadcast={newest} banner={hasGoneLive && <WentLiveBanner />} />
  if (live.station === 'unknown' && !live.isStale)
    return <Columns hero={<HeroSkeleton />} side={<UpNext />} />
  const note = state.name === 'ended' ? 'Broadcast ended' : undefined
  return (
    <Columns
      hero={<OffAirHero note={note} isUnreachable={live.station === 'unknown'} />}
      side={<UpNext skipsFirst />}
    />
  )
}

function OnAirView({ broadcast, banner }: { broadcast: Broadcast | undefined; banner?: ReactNode }) {
  const since = broadcast && (
    <>
      <OnAirSince broadcast={broadcast} /> ·{' '}
    </>
  )
  return (
    <Columns
      banner={banner}
      hero={<PlayerHero since={since} />}
      below={broadcast && <AboutShow broadcast={broadcast} />}
      side={<UpNext exceptId={broadcast?.id} />}
    />
  )
}

/** One broadcast by its address: to come, on air, over, or never there. */
function BroadcastPage({ id }: { id: number }) {
  const live = useLiveStatus()
  const isValid = Number.isSafeInteger(id) && id > 0
  const isOnAir = live.station === 'live' && live.broadcastId === id
  const { data: broadcast, error } = useBroadcast(isValid ? id : null, isOnAir)
  usePageTitle(broadcast?.title ?? 'Broadcast')
  const isMissing = !isValid || (error instanceof ApiError && (error.status === 404 || error.status === 400))
  if (isOnAir) return <OnAirView broadcast={broadcast} />
  const banner = live.station === 'live' && <ElsewhereLiveBanner />
  if (isMissing) return <Columns banner={banner} hero={<MissingHero />} side={<UpNext />} />
  // LIVE, but the station has not said so yet, or not any more: its next word is on the way.
  if (!broadcast || broadcast.status === 'LIVE')
    return <Columns hero={error ? <OffAirHero isUnreachable /> : <HeroSkeleton />} side={<UpNext />} />
  return (
    <Columns
      banner={banner}
      hero={
        broadcast.status === 'ENDED' ? (
          <EndedHero broadcast={broadcast} />
        ) : (
          <ScheduledHero broadcast={broadcast} />
        )
      }
      below={<AboutShow broadcast={broadcast} />}
      side={<UpNext exceptId={id} />}
    />
  )
}

type ColumnsProps = { banner?: ReactNode; hero: ReactNode; below?: ReactNode; side: ReactNode }

/** Two columns, 7 to 5, from 1024 px; one below, with the stage edge to edge on phones. */
function Columns({ banner, hero, below, side }: ColumnsProps) {
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 items-start pb-6 md:gap-6 md:p-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {banner && <div className="empty:hidden max-md:p-4 lg:col-span-2">{banner}</div>}
      <div className="grid gap-4 md:gap-6">
        {hero}
        {below && <div className="max-md:px-4">{below}</div>}
      </div>
      <div className="max-md:p-4">{side}</div>
    </div>
  )
}
