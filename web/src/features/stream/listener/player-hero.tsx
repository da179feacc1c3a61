import { FEED_HELD_MESSAGE } from '@carillon/contract/stream/schemas'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { LiveBadge } from '../../../ui/badge.tsx'
import { HeroCard, HeroFooter } from '../../../ui/hero-card.tsx'
import { Rings } from '../../../ui/rings.tsx'
import { ShowArt } from '../../../ui/show-art.tsx'
import { useLiveStatus } from './live-status-context.ts'
import { PlayButton } from './play-button.tsx'
import { usePlayer, usePlayerControls } from './player-context.ts'
import { PlayerRegion } from './player-region.tsx'
import { StateLines } from './state-lines.tsx'
import { useRingsLevel } from './use-rings-level.ts'
import { VolumeControl } from './volume-control.tsx'
import { DEFAULT_TITLE, listenersWords } from './words.ts'

/** On air, and nothing to hear. */
const QUIET_LOOK = 'bg-accent text-[#401410]'
const USUAL_TITLE = 40
const INVITATION = "We're live — Play"

type PlayerHeroProps = {
  since: ReactNode
  /** Song that is playing: "Alapaap · Eraserheads". */
  playing: string | null
  /** Right below the song. */
  earlier?: ReactNode
  /** Below the buttons: the show as a strip. */
  strip?: ReactNode
  /** The station went live while the page was open. */
  isNew?: boolean
}

/** The player of the listener's page: what is on, who, how many, and one big button. `facts` come after the DJ. */
export function PlayerHero({ since, playing, earlier, strip, isNew = false }: PlayerHeroProps) {
  const { nowPlaying, state } = usePlayer()
  const player = usePlayerControls()
  const title = nowPlaying?.title || DEFAULT_TITLE
  const { listenerCount, isRecoveringShown, problem } = useLiveStatus()
  // Sound never begins by itself.
  const invitation = isNew && (state.name === 'idle' || state.name === 'ended') ? INVITATION : undefined
  const ringsRef = useRef<HTMLDivElement>(null)
  useRingsLevel(ringsRef, player, state.name === 'playing')
  return (
    <PlayerRegion>
      <HeroCard
        art={<ShowArt title={title} className="size-18 shrink-0 rounded-card md:size-36 md:rounded-hero" />}
        rings={
          <div ref={ringsRef}>
            <Rings state="live" />
          </div>
        }
        deck={
          <>
            <HeroFooter>
              <PlayButton className="shadow-press" invitation={invitation} />
              <StateLines quietClassName="text-on-stage-muted" invitation={invitation} />
              <VolumeControl className="ml-auto" sliderClassName="w-44 max-md:hidden" />
            </HeroFooter>
            {strip}
          </>
        }
      >
        {isRecoveringShown ? (
          <LiveBadge label="RECOVERING" look={QUIET_LOOK} />
        ) : problem === FEED_HELD_MESSAGE ? (
          <LiveBadge label="PAUSED" look={QUIET_LOOK} />
        ) : (
          <LiveBadge />
        )}
        <h1
          tabIndex={-1}
          title={title}
          className={classNames(
            'mt-3 text-2xl break-words md:mt-4 md:max-w-[14ch] md:text-4xl',
            // Never one of usual length: with large letters it may well need more lines.
            title.length > USUAL_TITLE && 'line-clamp-3',
          )}
        >
          {title}
        </h1>
        <p className="mt-1 text-sm text-on-stage-muted md:mt-2 md:max-w-[34ch] md:text-base lg:max-w-none">
          {nowPlaying?.djName && <>with {nowPlaying.djName} ·&nbsp;</>}
          {since}
          <span className="tabular-nums whitespace-nowrap">{listenersWords(listenerCount)}</span>
        </p>
        {playing && (
          <p className="mt-1 text-sm break-words text-on-stage md:text-base">Now playing: {playing}</p>
        )}
        {earlier}
      </HeroCard>
    </PlayerRegion>
  )
}
