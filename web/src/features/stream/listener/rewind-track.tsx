import { useEffect, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { Slider } from '../../../ui/slider.tsx'
import { lengthWords } from './behind-words.ts'
import { usePlayerControls } from './player-context.ts'
import { LIVE_WITHIN_MS, rewindTo } from './rewinding.ts'

/** Rest of a drag, or of keys, after which it goes there. */
const SETTLED_MS = 300
const KEY_STEP_SECONDS = 10
/** A mark is named this far around it. */
const NEAR_MARK_MS = 5_000

/**
 * Something that happened, by the station's clock; `untilMs` is for what lasted, null while it does. It is named near it, or
 * up to `namedUntilMs`.
 */
export type RewindMark = {
  key: string
  atMs: number
  label: string
  untilMs?: number | null
  namedUntilMs?: number
}

export type TrackWords = {
  /** Name of the slider. */
  place: string
  /** The place of what is live. */
  live: string
  /** A place so far behind: `4:12`. */
  behind(length: string): string
}

export type RewindTrackProps = {
  words: TrackWords
  /** Its beginning, by the station's clock. */
  beganAtMs: number
  lengthMs: number
  /** Distance of what sounds behind what is live; null for live. */
  behind: number | null
  marks: readonly RewindMark[]
}

/** The slider with its marks. What is dragged goes there when it rests. */
export function RewindTrack({ words, beganAtMs, lengthMs, behind, marks }: RewindTrackProps) {
  const player = usePlayerControls()
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
        label={words.place}
        min={0}
        max={seconds}
        keyStep={KEY_STEP_SECONDS}
        value={Math.min(seconds, Math.max(0, Math.round(atMs / 1_000)))}
        valueText={placeWords(words, lengthMs - atMs, near)}
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
      className="pointer-events-none absolute inset-x-0 bottom-full z-10 flex translate-y-1.5 justify-center text-sm text-on-stage"
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
}: Pick<RewindTrackProps, 'beganAtMs' | 'lengthMs'> & { mark: RewindMark }) {
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

function markNear(marks: readonly RewindMark[], atMs: number): RewindMark | undefined {
  const isNear = ({ atMs: fromMs, untilMs = fromMs, namedUntilMs }: RewindMark) => {
    if (namedUntilMs !== undefined) return atMs >= fromMs && atMs < namedUntilMs
    return atMs > fromMs - NEAR_MARK_MS && (untilMs === null || atMs < untilMs + NEAR_MARK_MS)
  }
  return marks.find(isNear)
}

function placeWords({ live, behind }: TrackWords, behindMs: number, mark: RewindMark | undefined): string {
  const words = behindMs < LIVE_WITHIN_MS ? live : behind(lengthWords(behindMs))
  return mark ? `${words}, ${mark.label}` : words
}
