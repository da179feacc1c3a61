import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { OnAir } from '@carillon/contract/plays/now-playing'
import { Suspense, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { AboutShow } from '../../../features/broadcasts/about-show.tsx'
import { EndedHero } from '../../../features/broadcasts/ended-hero.tsx'
import type { ListenAgainProps } from '../../../features/broadcasts/listen-again.tsx'
import { MissingHero, OffAirHero, ScheduledHero } from '../../../features/broadcasts/off-air-hero.tsx'
import { useLiveBroadcast } from '../../../features/broadcasts/queries.ts'
import { OnAirSince } from '../../../features/broadcasts/show-times.tsx'
import { UpNext } from '../../../features/broadcasts/up-next.tsx'
import { useBroadcast } from '../../../features/broadcasts/use-broadcast.ts'
import { ChatClosed } from '../../../features/chat/chat-closed.tsx'
import { useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { usePlayer } from '../../../features/stream/listener/player-context.ts'
import { PlayerHero } from '../../../features/stream/listener/player-hero.tsx'
import { wantsSound } from '../../../features/stream/listener/player-state.ts'
import { StationLiveBanner } from '../../../features/stream/listener/station-live-banner.tsx'
import { useWentLive } from '../../../features/stream/listener/use-went-live.ts'
import { usePageTitle } from '../../../lib/document-title.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useParams } from '../../../lib/router/routes.tsx'
import { useSeen } from '../../../lib/use-seen.ts'
import { HeroFooter, HeroSkeleton } from '../../../ui/hero-card.tsx'
import { RecordingPanelSlot, RecordingSlot } from '../../slots/recording-slot.tsx'
import { RemindSlot } from '../../slots/remind-slot.tsx'
import { ListenColumns, type ListenColumnsProps } from './listen-columns.tsx'
import { Strip } from './strip.tsx'
import { useHandedOver, useHandOverWords } from './use-handed-over.ts'
import { type Room, useRoom } from './use-room.ts'

const ListenAgain = lazyPart(
  async () => (await import('../../../features/broadcasts/listen-again.tsx')).ListenAgain,
)

const JustPlayed = lazyPart(async () => (await import('../../../features/plays/just-played.tsx')).JustPlayed)
const RewindSlot = lazyPart(async () => (await import('./strips.tsx')).RewindSlot)
const NewestRecording = lazyPart(async () => (await import('./off-air-parts.tsx')).NewestRecording)
const OffAirParts = lazyPart(async () => (await import('./off-air-parts.tsx')).OffAirParts)

const BetweenShowsPlayer = lazyPart(async () => (await import('./between-shows.tsx')).BetweenShowsPlayer)
const BetweenShowsBar = lazyPart(async () => (await import('./between-shows.tsx')).BetweenShowsBar)
const NextShowCard = lazyPart(
  async () => (await import('../../../features/broadcasts/next-show-card.tsx')).NextShowCard,
)

const remindOf = (id: number) => <RemindSlot on="hero" broadcastId={id} />
const remindOnCard = (id: number) => <RemindSlot on="card" broadcastId={id} />

function ListenAgainSlot(props: ListenAgainProps) {
  return (
    <Suspense fallback={null}>
      <ListenAgain {...props} />
    </Suspense>
  )
}

/** On air it stands far below what people came for: it is fetched when somebody gets there. */
function ListenAgainBelow() {
  const ref = useRef<HTMLDivElement>(null)
  return <div ref={ref}>{useSeen(ref) && <ListenAgainSlot />}</div>
}

/** The listener's page: `/`, `/dashboard` and `/broadcast/:id`. */
export function ListenPage() {
  const { id } = useParams()
  // Another address is another room.
  return id === undefined ? <StationPage /> : <BroadcastPage key={id} id={Number(id)} />
}

/** Page of the broadcast on air, else of the next one. */
function StationPage({ cameFrom }: { cameFrom?: number }) {
  const live = useLiveStatus()
  const hasGoneLive = useWentLive()
  const { state } = usePlayer()
  const liveId = live.station === 'live' ? live.broadcastId : null
  const newest = useLiveBroadcast(liveId).data ?? undefined
  useHandOverWords(liveId, newest, cameFrom)
  const room = useRoom(liveId, newest)
  const isOnAir = live.station === 'live'
  usePageTitle((isOnAir && newest?.title) || 'Listen')
  if (isOnAir) return <ListenColumns {...onAir(newest, hasGoneLive)} room={room} />
  if (live.station === 'unknown' && !live.isStale)
    return <ListenColumns hero={<HeroSkeleton />} side={<UpNext />} />
  if (live.station === 'off-air' && newest) return <Farewell show={newest} room={room} />
  if (live.station === 'off-air' && live.item) return <BetweenShows item={live.item} room={room} />
  const note = state.name === 'ended' ? 'Broadcast ended' : undefined
  return (
    <ListenColumns
      room={room}
      hero={
        <OffAirHero
          note={note}
          isUnreachable={live.station === 'unknown'}
          remind={remindOf}
          recording={
            <Suspense fallback={null}>
              <NewestRecording />
            </Suspense>
          }
        />
      }
      side={<OffAirSide hasRoom={room !== null} />}
      // The newest one is on the stage.
      last={<OffAirLast skipsFirst />}
    />
  )
}

/** Page between shows, while something sounds. */
function BetweenShows({ item, room }: { item: OnAir; room: Room | null }) {
  return (
    <ListenColumns
      room={room}
      hero={
        <Suspense fallback={<HeroSkeleton />}>
          <BetweenShowsPlayer item={item} />
        </Suspense>
      }
      side={
        <div className="grid gap-4 md:gap-6">
          <Suspense fallback={null}>
            <NextShowCard remind={remindOnCard} />
          </Suspense>
          <OffAirSide hasRoom={room !== null} />
        </div>
      }
      last={<OffAirLast exceptId={item.broadcastId} />}
    />
  )
}

/** The day, the news, and what can be heard again. */
function OffAirLast(props: ListenAgainProps) {
  return (
    <div className="grid grid-cols-1 gap-4 md:gap-6">
      <Suspense fallback={null}>
        <OffAirParts />
      </Suspense>
      <ListenAgainSlot {...props} />
    </div>
  )
}

/**
 * Farewell to the broadcast that was on air: its name and its numbers, then its recording, until another show begins.
 */
function Farewell({ show, room }: { show: Broadcast; room: Room | null }) {
  const ended = useBroadcast(show.id, false).data
  const { item } = useLiveStatus()
  return (
    <ListenColumns
      room={room}
      banner={
        item && (
          <Suspense fallback={null}>
            <BetweenShowsBar item={item} />
          </Suspense>
        )
      }
      hero={<FarewellHero show={ended ?? show} />}
      below={<AboutShow broadcast={show} />}
      side={
        <div className="grid gap-4 md:gap-6">
          <UpNext />
          {!room && <ChatClosed />}
        </div>
      }
      last={<ListenAgainSlot exceptId={show.id} />}
    />
  )
}

/** Stage of a show that ended while its page was open, from the first word of its end on. */
function FarewellHero({ show }: { show: Broadcast }) {
  const { station, isStreaming } = useLiveStatus()
  const { state } = usePlayer()
  // What was on air is still on its way through the buffer when the station says that it is over.
  const isAudible = station !== 'live' && !isStreaming && wantsSound(state)
  return (
    <EndedHero
      broadcast={show}
      note={isAudible ? 'Signing off…' : 'Broadcast ended'}
      thanks="Thank you for listening"
      recording={
        show.status === 'ENDED' ? <RecordingSlot broadcast={show} /> : <HeroFooter>{null}</HeroFooter>
      }
    />
  )
}

function OffAirSide({ hasRoom }: { hasRoom: boolean }) {
  return (
    <div className="grid gap-4 md:gap-6">
      <UpNext skipsFirst />
      {!hasRoom && <ChatClosed />}
    </div>
  )
}

function onAir(broadcast: Broadcast | undefined, isNew = false): Omit<ListenColumnsProps, 'banner' | 'room'> {
  const since = broadcast && (
    <>
      <OnAirSince broadcast={broadcast} /> ·&nbsp;
    </>
  )
  return {
    hero: (
      <PlayerHero
        since={since}
        playing={playingWords(broadcast)}
        earlier={
          broadcast?.nowPlaying && (
            <Suspense fallback={<div className="h-9 coarse:h-11" />}>
              <JustPlayed key={broadcast.id} broadcastId={broadcast.id} />
            </Suspense>
          )
        }
        strip={<Strip>{broadcast && <RewindSlot key={broadcast.id} broadcast={broadcast} />}</Strip>}
        isNew={isNew}
      />
    ),
    below: broadcast && <AboutShow broadcast={broadcast} />,
    side: <UpNext exceptId={broadcast?.id} />,
    // Not before its place is where it stays.
    last: broadcast && <ListenAgainBelow />,
  }
}

function playingWords(broadcast: Broadcast | undefined): string | null {
  const playing = broadcast?.nowPlaying
  if (!playing) return null
  return playing.artist ? `${playing.title} ·\u00a0${playing.artist}` : playing.title
}

/** One broadcast by its address; who was here when it handed over goes on with what followed. */
function BroadcastPage({ id }: { id: number }) {
  return useHandedOver(id) ? <StationPage cameFrom={id} /> : <OneBroadcast id={id} />
}

/** One broadcast: to come, on air, over, or never there. */
function OneBroadcast({ id }: { id: number }) {
  const live = useLiveStatus()
  const isValid = Number.isSafeInteger(id) && id > 0
  const isOnAir = live.station === 'live' && live.broadcastId === id
  const { data, error } = useBroadcast(isValid ? id : null, isOnAir)
  const [seenOnAir, setSeenOnAir] = useState<Broadcast>()
  if (isOnAir && data && data !== seenOnAir) setSeenOnAir(data)
  // A show that was on air here stays in view while the station stores its end.
  const broadcast = data ?? (isOnAir ? undefined : seenOnAir)
  const room = useRoom(isOnAir ? id : null, broadcast)
  usePageTitle(broadcast?.title ?? 'Broadcast')
  const isMissing = !isValid || (error instanceof ApiError && (error.status === 404 || error.status === 400))
  if (isOnAir) return <ListenColumns {...onAir(broadcast)} room={room} />
  const banner = live.station === 'live' && <StationLiveBanner />
  if (isMissing)
    return (
      <ListenColumns banner={banner} hero={<MissingHero />} side={<UpNext />} last={<ListenAgainSlot />} />
    )
  // LIVE, but the station has not said so yet, or not any more: its next word is on the way.
  if (!broadcast || (broadcast.status === 'LIVE' && !seenOnAir))
    return (
      <ListenColumns
        room={room}
        hero={error ? <OffAirHero isUnreachable /> : <HeroSkeleton />}
        // Below a hero whose height is not known yet it would be pushed away.
        side={(error || broadcast) && <UpNext />}
      />
    )
  return (
    <ListenColumns
      banner={banner}
      room={room}
      hero={
        seenOnAir ? (
          <FarewellHero show={broadcast} />
        ) : broadcast.status === 'ENDED' ? (
          <EndedHero broadcast={broadcast} recording={<RecordingSlot broadcast={broadcast} />} />
        ) : (
          <ScheduledHero broadcast={broadcast} remind={remindOf} />
        )
      }
      below={
        <div className="grid gap-4 md:gap-6">
          {broadcast.status === 'ENDED' && <RecordingPanelSlot broadcast={broadcast} />}
          <AboutShow broadcast={broadcast} />
        </div>
      }
      side={<UpNext exceptId={id} />}
      last={<ListenAgainSlot exceptId={id} />}
    />
  )
}
