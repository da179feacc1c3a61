import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { fromStationTime } from '../../lib/station-time.ts'
import { useListenPath } from '../../session/session.ts'
import { HeroCard, HeroFooter } from '../../ui/hero-card.tsx'
import { Rings } from '../../ui/rings.tsx'
import { ShowArt } from '../../ui/show-art.tsx'
import { startWords } from './countdown.ts'
import { stillExpected } from './lateness.ts'
import { useUpcoming } from './queries.ts'
import { PlannedTime } from './show-times.tsx'
import { useSeconds } from './use-seconds.ts'

/** The way to be told of the broadcast of this id. */
type Remind = (id: number) => ReactNode

type OffAirHeroProps = {
  /** A word above the headline, such as that a broadcast has just ended. */
  note?: string | undefined
  /** The station does not answer: no claim is made about it. */
  isUnreachable?: boolean
  /** Beside the next show. */
  remind?: Remind
  /** Recording to listen to meanwhile; its place is kept. */
  recording?: ReactNode
}

/** The stage while nothing is on air: what comes next, and when. */
export function OffAirHero({ note, isUnreachable = false, remind, recording }: OffAirHeroProps) {
  const [next] = stillExpected(useUpcoming().data ?? [], useSeconds())
  return (
    <HeroCard rings={<Rings state="resting" />} deck={<ScheduleDeck next={next} remind={remind} />}>
      {note && <p className="mb-2 text-sm font-semibold text-[#fec528] md:mb-3">{note}</p>}
      <h1 tabIndex={-1} className="text-2xl md:max-w-[14ch] md:text-4xl">
        {isUnreachable ? 'The station cannot be reached' : 'Not live right now'}
      </h1>
      <p className="mt-1 max-w-[38ch] text-sm text-on-stage-muted md:mt-3 md:text-base">
        {isUnreachable
          ? 'We keep trying. This page reconnects by itself.'
          : next
            ? 'The studio is quiet. Stay on this page and we’ll tell you when we’re back.'
            : 'Nothing is scheduled yet. We’ll tell you here when we go live.'}
      </p>
      {recording && <div className="mt-4 h-14 md:mt-5">{recording}</div>}
    </HeroCard>
  )
}

/** The stage of a show that is still to come. */
export function ScheduledHero({ broadcast, remind }: { broadcast: Broadcast; remind?: Remind }) {
  const deck = <ScheduleDeck next={broadcast} isThisShow remind={remind} />
  return (
    <HeroCard
      rings={<Rings state="resting" />}
      deck={deck}
      art={
        <ShowArt
          title={broadcast.title}
          className="size-18 shrink-0 rounded-card md:size-36 md:rounded-hero"
        />
      }
    >
      <p className="text-sm font-semibold text-[#fec528]">Coming up</p>
      <h1 tabIndex={-1} className="mt-2 text-2xl break-words md:max-w-[14ch] md:text-4xl">
        {broadcast.title}
      </h1>
      <p className="mt-1 text-sm text-on-stage-muted md:mt-2 md:text-base">with {broadcast.createdBy.name}</p>
    </HeroCard>
  )
}

type ScheduleDeckProps = { next: Broadcast | undefined; isThisShow?: boolean; remind: Remind | undefined }

function ScheduleDeck({ next, isThisShow = false, remind }: ScheduleDeckProps) {
  return (
    <HeroFooter>
      <div className="min-w-0 flex-1">
        {next ? <NextShow show={next} isThisShow={isThisShow} /> : <p>See you soon.</p>}
      </div>
      {next && remind?.(next.id)}
      <HeroLink to="/schedule">
        <CalendarDays aria-hidden="true" className="size-5" />
        <span className="max-md:sr-only">Schedule</span>
      </HeroLink>
    </HeroFooter>
  )
}

function NextShow({ show, isThisShow }: { show: Broadcast; isThisShow: boolean }) {
  const start = fromStationTime(show.scheduledStart)
  return (
    <>
      <p className="text-sm font-semibold text-[#fec528] tabular-nums">
        {startWords(isThisShow ? 'Starts' : 'Next', start, useSeconds())}
      </p>
      {!isThisShow && <p className="truncate font-semibold md:text-lg">{show.title}</p>}
      <p className="text-sm text-on-stage-muted">
        <PlannedTime broadcast={show} />
      </p>
    </>
  )
}

/** The stage of an address where no broadcast is. */
export function MissingHero() {
  return (
    <HeroCard rings={<Rings state="resting" />}>
      <h1 tabIndex={-1} className="text-2xl md:max-w-[16ch] md:text-4xl">
        We can’t find that show
      </h1>
      <p className="mt-1 mb-6 max-w-[38ch] text-sm text-on-stage-muted md:mt-3 md:text-base">
        It may have been cancelled, or the address may be mistyped.
      </p>
      <HeroLink to={useListenPath()}>Go to Listen</HeroLink>
    </HeroCard>
  )
}

function HeroLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex h-11 shrink-0 items-center gap-2 rounded-input border border-white/35 px-4 text-sm font-semibold text-on-stage no-underline transition-colors duration-120 hover:bg-white/10"
    >
      {children}
    </Link>
  )
}
