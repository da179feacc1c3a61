import { type LucideIcon, SkipForward } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { KeptFocus } from '../../../ui/kept-focus.tsx'
import { readCapabilities } from './capabilities.ts'
import { playsOggItself } from './choose-engine.ts'
import { behindMs, type Place } from './place.ts'
import type { Player } from './player.ts'
import { usePlayer } from './player-context.ts'
import { type RewindMark, RewindTrack, type TrackWords } from './rewind-track.tsx'
import { obeyStepBack } from './rewinding.ts'

/** A strip by what it is for: its words, and what its button on the left does. */
export type StripKind = {
  words: TrackWords & {
    /** In place of the strip: nobody can go back. */
    none: string
    /** In place of the strip: this browser cannot. */
    unable: string
    back: string
    forward: string
  }
  BackIcon: LucideIcon
  /** `lengthMs`: of the strip. */
  goBack(player: Player, lengthMs: number): void
}

export type RewindStripProps = {
  kind: StripKind
  /** Its beginning, by the station's clock; null where nobody can go back. */
  beganAtMs: number | null
  /** Length beyond which it does not grow: its beginning follows what is live then. */
  maxLengthMs?: number
  marks: readonly RewindMark[]
  /** Somebody is about to use it. */
  onNear(): void
}

/** Strip from a beginning to now: a drag goes back in it, and one press back to what is live. */
export function RewindStrip(props: RewindStripProps) {
  const { place } = usePlayer()
  // The way back to what is live goes with the press, and the slider where nobody can go back any more.
  return (
    <KeptFocus>
      <Strip {...props} place={place} />
    </KeptFocus>
  )
}

function Strip({ kind, beganAtMs, onNear, place, ...span }: RewindStripProps & { place: Place | null }) {
  const { player } = usePlayer()
  const [isAble] = useState(() => playsOggItself(readCapabilities()))
  const forward = place && (
    <button type="button" className={BUTTON} onClick={() => player.seek(null)}>
      {kind.words.forward}
      <SkipForward aria-hidden="true" className="size-4" />
    </button>
  )
  if (beganAtMs === null)
    return (
      <div className={classNames(BOX, 'grid-cols-[1fr_auto] items-center text-sm text-on-stage-muted')}>
        <p tabIndex={-1}>{kind.words.none}</p>
        {forward}
      </div>
    )
  if (!isAble) return <p className={classNames(BOX, 'text-sm text-on-stage-muted')}>{kind.words.unable}</p>
  return (
    <fieldset aria-label="Rewind" className={BOX} onPointerEnter={onNear} onFocus={onNear}>
      <Controls kind={kind} beganAtMs={beganAtMs} forward={forward} {...span} />
    </fieldset>
  )
}

const BOX =
  'relative grid min-h-20 content-center border-t border-white/10 bg-black/20 px-4 py-1 md:px-7 coarse:min-h-24'
const BUTTON =
  '-mx-2 inline-flex h-9 items-center gap-1.5 rounded-input px-2 font-semibold text-on-stage-muted transition-colors duration-120 hover:bg-white/10 hover:text-on-stage coarse:h-11'

type ControlsProps = Omit<RewindStripProps, 'beganAtMs' | 'onNear'> & {
  beganAtMs: number
  /** Way to what is live. */
  forward: ReactNode
}

/** The strip itself. While it is there, the lock screen steps back in it. */
function Controls({
  kind,
  beganAtMs,
  maxLengthMs = Number.POSITIVE_INFINITY,
  marks,
  forward,
}: ControlsProps) {
  const { player, place } = usePlayer()
  useSeconds()
  useEffect(
    () => obeyStepBack(player, () => lengthAt(stationClock.now(), beganAtMs, maxLengthMs)),
    [player, beganAtMs, maxLengthMs],
  )
  const now = stationClock.now()
  const lengthMs = lengthAt(now, beganAtMs, maxLengthMs)
  const { words, BackIcon, goBack } = kind
  return (
    <>
      <RewindTrack
        words={words}
        beganAtMs={now - lengthMs}
        lengthMs={lengthMs}
        behind={place && behindMs(place, Date.now())}
        marks={marks}
      />
      <div className="flex min-h-9 items-center justify-between gap-3 text-sm coarse:min-h-11">
        <button type="button" className={BUTTON} onClick={() => goBack(player, lengthMs)}>
          <BackIcon aria-hidden="true" className="size-4" />
          {words.back}
        </button>
        {forward}
      </div>
    </>
  )
}

/** Length by a time of the station's clock. */
function lengthAt(now: number, beganAtMs: number, maxLengthMs: number): number {
  return Math.max(1_000, Math.min(maxLengthMs, now - beganAtMs))
}

/** Renders again each second: what is live goes on. */
function useSeconds(): void {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((seconds) => seconds + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
}
