import { SkipBack, SkipForward } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { Slider } from '../../../ui/slider.tsx'
import { lengthWords } from './behind-words.ts'
import { readCapabilities } from './capabilities.ts'
import { playsOggItself } from './choose-engine.ts'
import { behindMs } from './place.ts'
import { usePlayer } from './player-context.ts'
import { LIVE_WITHIN_MS, obeyStepBack, rewindTo } from './rewinding.ts'
import { useRewindable } from './use-rewindable.ts'

/** Rest of a drag, or of keys, after which it goes there. */
const SETTLED_MS = 300
const KEY_STEP_SECONDS = 10
/** A mark is named this far around it. */
const NEAR_MARK_MS = 5_000

/** Something that happened in the show, by the station's clock; `untilMs` is for what lasted, null while it does. */
export type ShowMark = { key: string; atMs: number; label: string; untilMs?: number | null }

export type RewindStripProps = {
  broadcastId: number
  /** When the show began, by the station's clock. */
  beganAtMs: number
  marks: readonly ShowMark[]
  /** Somebody is about to use it. */
  onNear(): void
}

/** The show as a strip, from its beginning to now: a drag goes back in it, and one press back to what is live. */
export function RewindStrip({ broadcastId, beganAtMs, marks, onNear }: RewindStripProps) {
  const { player, place } = usePlayer()
  const [isNear, setNear] = useState(false)
  const [isAble] = useState(() => playsOggItself(readCapabilities()))
  const isRewindable = useRewindable(broadcastId, isNear)
  useSeconds()
  useEffect(() => {
    if (isAble && isRewindable) return obeyStepBack(player, () => stationClock.now() - beganAtMs)
  }, [player, isAble, isRewindable, beganAtMs])
  const near = () => {
    setNear(true)
    onNear()
  }
  const backToLive = place && (
    <button type="button" className={BUTTON} onClick={() => player.seek(null)}>
      Back to live
      <SkipForward aria-hidden="true" className="size-4" />
    </button>
  )
  if (!isRewindable)
    return (
      <div className={classNames(BOX, 'grid-cols-[1fr_auto] items-center text-sm text-on-stage-muted')}>
        <p>This show can’t be rewound.</p>
        {backToLive}
      </div>
    )
  if (!isAble)
    return (
      <p className={classNames(BOX, 'text-sm text-on-stage-muted')}>This browser can’t go back in a show.</p>
    )
  const lengthMs = Math.max(1_000, stationClock.now() - beganAtMs)
  const behind = place && behindMs(place, Date.now())
  return (
    <fieldset aria-label="Rewind" className={BOX} onPointerEnter={near} onFocus={near}>
      <Track beganAtMs={beganAtMs} lengthMs={lengthMs} behind={behind} marks={marks} />
      <div className="flex min-h-9 items-center justify-between gap-3 text-sm coarse:min-h-11">
        <button type="button" className={BUTTON} onClick={() => rewindTo(player, lengthMs)}>
          <SkipBack aria-hidden="true" className="size-4" />
          From the beginning
        </button>
        {backToLive}
      </div>
    </fieldset>
  )
}

const BOX =
  'relative grid min-h-20 content-center border-t border-white/10 bg-black/20 px-4 py-1 md:px-7 coarse:min-h-24'
const BUTTON =
  '-mx-2 inline-flex h-9 items-center gap-1.5 rounded-input px-2 font-semibold text-on-stage-muted transition-colors duration-120 hover:bg-white/10 hover:text-on-stage coarse:h-11'

type TrackProps = Pick<RewindStripProps, 'beganAtMs' | 'marks'> & { lengthMs: number; behind: number | null }

/** The slider with its marks. What is dragged goes there when it rests. */
function Track({ beganAtMs, lengthMs, behind, marks }: TrackProps) {
  const { player } = usePlayer()
  /** Place to which it was dragged, by the station's clock. */
  const [aimedAtMs, setAimedAtMs] = useState<number | null>(null)
  useEffect(() => {
    if (aimedAtMs === null) return
    const timer = setTimeout(() => {
      rewindTo(player, stationClock.now() - aimedAtMs)
      setAimedAtMs(null)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [aimedAtMs, player])
  const atMs = aimedAtMs === null ? lengthMs - (behind ?? 0) : aimedAtMs - beganAtMs
  const seconds = Math.max(1, Math.floor(lengthMs / 1_000))
  const near = markNear(marks, beganAtMs + atMs)
  const isBehind = aimedAtMs !== null || behind !== null
  return (
    <div className="relative flex items-center">
      {near && isBehind && <Bubble>{near.label}</Bubble>}
      {/* Below the slider: its thumb is never covered. */}
      <div aria-hidden="true" className="absolute inset-x-2 inset-y-0">
        {marks
          .filter((mark) => mark.atMs >= beganAtMs && mark.atMs < beganAtMs + lengthMs)
          .map((mark) => (
            <Mark key={mark.key} mark={mark} beganAtMs={beganAtMs} lengthMs={lengthMs} />
          ))}
      </div>
      <Slider
        className="relative"
        label="Place in the show"
        min={0}
        max={seconds}
        keyStep={KEY_STEP_SECONDS}
        value={Math.min(seconds, Math.max(0, Math.round(atMs / 1_000)))}
        valueText={placeWords(lengthMs - atMs, near)}
        onChange={(value) => setAimedAtMs(beganAtMs + value * 1_000)}
      />
    </div>
  )
}

/** Name of the mark near the place, for the eye: the slider says it to screen readers. */
function Bubble({ children }: { children: string }) {
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-full flex justify-center text-sm text-on-stage"
    >
      <span className="truncate rounded-input bg-black/80 px-2 py-0.5 font-semibold">{children}</span>
    </p>
  )
}

/** A moment is a line, and what lasted a gap as long as it was. */
function Mark({
  mark,
  beganAtMs,
  lengthMs,
}: Pick<TrackProps, 'beganAtMs' | 'lengthMs'> & { mark: ShowMark }) {
  const { atMs, untilMs, label } = mark
  const percent = (ms: number) => `${(ms / lengthMs) * 100}%`
  const left = percent(atMs - beganAtMs)
  if (untilMs === undefined)
    return <span title={label} className={classNames(LINE, 'w-0.5 bg-accent')} style={{ left }} />
  const width = percent((untilMs ?? beganAtMs + lengthMs) - atMs)
  return (
    <span
      title={label}
      className={classNames(LINE, 'min-w-1 border border-on-stage bg-black')}
      style={{ left, width }}
    />
  )
}

const LINE = 'absolute top-1/2 h-3 -translate-y-1/2 rounded-full'

/** Renders again each second: the show grows. */
function useSeconds(): void {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((seconds) => seconds + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
}

function markNear(marks: readonly ShowMark[], atMs: number): ShowMark | undefined {
  const isNear = ({ atMs: fromMs, untilMs = fromMs }: ShowMark) =>
    atMs > fromMs - NEAR_MARK_MS && (untilMs === null || atMs < untilMs + NEAR_MARK_MS)
  return marks.find(isNear)
}

function placeWords(behind: number, mark: ShowMark | undefined): string {
  const words = behind < LIVE_WITHIN_MS ? 'Live' : `${lengthWords(behind)} behind live`
  return mark ? `${words}, ${mark.label}` : words
}
