import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { ReactNode } from 'react'
import { formatClock } from '../../lib/station-time.ts'
import { HeroCard } from '../../ui/hero-card.tsx'
import { Rings } from '../../ui/rings.tsx'
import { ShowArt } from '../../ui/show-art.tsx'
import { lengthWords } from './countdown.ts'

type EndedHeroProps = {
  broadcast: Broadcast
  recording: ReactNode
  /** A word above the title, and one below it. */
  note?: string
  thanks?: string
}

/** The stage of a show that is over: its recording, or why there is none, and its facts. */
export function EndedHero({
  broadcast,
  recording,
  note = 'This broadcast has ended',
  thanks,
}: EndedHeroProps) {
  const deck = (
    <>
      {recording}
      <Details broadcast={broadcast} />
    </>
  )
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
      <p className="text-sm font-semibold text-[#fec528]">{note}</p>
      <h1 tabIndex={-1} className="mt-2 text-2xl break-words md:max-w-[14ch] md:text-4xl">
        {broadcast.title}
      </h1>
      <p className="mt-1 text-sm text-on-stage-muted md:mt-2 md:text-base">
        with {(broadcast.startedBy ?? broadcast.createdBy).name}
        {thanks && ` ·\u00a0${thanks}`}
      </p>
    </HeroCard>
  )
}

function Details({ broadcast }: { broadcast: Broadcast }) {
  const { actualStart, actualEnd, peakListeners } = broadcast
  const start = actualStart ? new Date(actualStart) : null
  const end = actualEnd ? new Date(actualEnd) : null
  return (
    <dl className="relative grid grid-cols-2 gap-x-6 gap-y-4 border-t border-white/10 bg-black/20 px-4 py-4 md:flex md:min-h-24 md:items-center md:gap-10 md:px-7">
      {start && (
        <Fact name="On air" className="max-md:col-span-2">
          {formatClock(start)}
        </Fact>
      )}
      {start && end && <Fact name="Length">{lengthWords(start, end)}</Fact>}
      <Fact name="Peak listeners">{peakListeners.toLocaleString('en-US')}</Fact>
    </dl>
  )
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-xs text-on-stage-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
