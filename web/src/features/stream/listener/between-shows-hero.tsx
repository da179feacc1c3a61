import type { OnAir } from '@carillon/contract/plays/now-playing'
import { type ReactNode, useRef } from 'react'
import { formatDate, formatTime } from '../../../lib/station-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { HeroCard, HeroFooter } from '../../../ui/hero-card.tsx'
import { Rings } from '../../../ui/rings.tsx'
import { ShowArt } from '../../../ui/show-art.tsx'
import { PlayButton } from './play-button.tsx'
import { usePlayer, usePlayerControls } from './player-context.ts'
import { PlayerRegion } from './player-region.tsx'
import { StateLines } from './state-lines.tsx'
import { useRingsLevel } from './use-rings-level.ts'
import { VolumeControl } from './volume-control.tsx'
import { ITEM_LABELS } from './words.ts'

type BetweenShowsHeroProps = {
  item: OnAir
  /** Below the buttons: the last hours as a strip. */
  strip?: ReactNode
}

/** The stage between shows: what sounds, called what it is, and one big button. */
export function BetweenShowsHero({ item, strip }: BetweenShowsHeroProps) {
  const { state } = usePlayer()
  const player = usePlayerControls()
  const ringsRef = useRef<HTMLDivElement>(null)
  useRingsLevel(ringsRef, player, state.name === 'playing')
  return (
    <PlayerRegion>
      <HeroCard
        art={
          <ShowArt title={item.title} className="size-18 shrink-0 rounded-card md:size-36 md:rounded-hero" />
        }
        rings={
          <div ref={ringsRef}>
            <Rings state="resting" />
          </div>
        }
        deck={
          <>
            <HeroFooter>
              <PlayButton className="shadow-press" />
              <StateLines quietClassName="text-on-stage-muted" />
              <VolumeControl className="ml-auto" sliderClassName="w-44 max-md:hidden" />
            </HeroFooter>
            {strip}
          </>
        }
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm font-semibold text-[#fec528]">
          {/* The stage is the same in both themes. */}
          <span className="rounded-sm bg-[#fec528] px-2 py-0.5 text-xs text-[#401410]">
            {ITEM_LABELS[item.kind]}
          </span>
          Not live right now
        </p>
        <h1
          tabIndex={-1}
          title={item.title}
          className="mt-3 line-clamp-3 text-2xl break-words md:mt-4 md:max-w-[14ch] md:text-4xl"
        >
          {item.title}
        </h1>
        <p className="mt-1 text-sm text-on-stage-muted md:mt-2 md:text-base">{detailOf(item)}</p>
      </HeroCard>
    </PlayerRegion>
  )
}

function detailOf({ kind, artist, firstAiredAt, endsAt }: OnAir): ReactNode {
  if (kind !== 'REPLAY' || !firstAiredAt) return artist
  return (
    <>
      First on air <time dateTime={firstAiredAt}>{formatDate(new Date(firstAiredAt))}</time>
      {endsAt && (
        <>
          {' '}
          <span className="whitespace-nowrap">
            ·&nbsp;until <time dateTime={endsAt}>{formatTime(new Date(endsAt))}</time>
          </span>
        </>
      )}
    </>
  )
}

/** Bar that names what sounds while the page shows something else, with Play. */
export function BetweenShowsBar({ item }: { item: OnAir }) {
  return (
    <PlayerRegion className="flex items-center gap-3 rounded-card border border-border bg-surface p-3">
      <PlayButton size="md" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" title={item.title}>
          {item.title}
        </p>
        <p className="flex items-center gap-2 text-sm text-text-muted">
          <Badge tone="accent">{ITEM_LABELS[item.kind]}</Badge>
          <span className="truncate">{item.artist}</span>
        </p>
      </div>
      <VolumeControl className="max-md:hidden" sliderClassName="w-24" showsNumber={false} />
    </PlayerRegion>
  )
}
