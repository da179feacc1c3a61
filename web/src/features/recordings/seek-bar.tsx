import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Waveform } from './waveform.tsx'
import { clockWords, spokenClock } from './words.ts'

const KEY_STEP_MS = 5_000
const PAGE_STEP_MS = 30_000

/** Steps of the keys; Home and End go to the ends by a step that is longer than any show. */
const KEY_STEPS: Record<string, number> = {
  ArrowRight: KEY_STEP_MS,
  ArrowUp: KEY_STEP_MS,
  ArrowLeft: -KEY_STEP_MS,
  ArrowDown: -KEY_STEP_MS,
  PageUp: PAGE_STEP_MS,
  PageDown: -PAGE_STEP_MS,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Place of a pointer, and whether it is pressed: then it takes the place along. */
type Aim = { atMs: number; isHeld: boolean }

export type SeekBarProps = {
  peaks: readonly number[]
  atMs: number
  durationMs: number
  onSeek(ms: number): void
}

/** The waveform as a slider: a press or a drag goes there, arrows go 5 seconds, Page keys 30, Home and End to the ends. */
export function SeekBar({ peaks, atMs, durationMs, onSeek }: SeekBarProps) {
  const [aim, setAim] = useState<Aim | null>(null)
  const shownMs = aim?.isHeld ? aim.atMs : atMs
  const aimed = (event: PointerEvent<HTMLElement>) => placeIn(event) * durationMs
  const drop = () => setAim(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onSeek(Math.min(durationMs, Math.max(0, atMs + step)))
  }
  return (
    <div className="relative h-14 min-w-0 flex-1">
      {/* Native for keyboards and screen readers; the pointer is ours, as browsers aim at a thumb that is not there. */}
      <input
        type="range"
        aria-label="Position in the recording"
        aria-valuetext={`${spokenClock(shownMs)} of ${spokenClock(durationMs)}`}
        min={0}
        max={Math.floor(durationMs / 1000)}
        value={Math.floor(shownMs / 1000)}
        onKeyDown={onKeyDown}
        onChange={(event) => onSeek(event.target.valueAsNumber * 1000)}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.preventDefault()
          event.currentTarget.focus({ preventScroll: true })
          event.currentTarget.setPointerCapture(event.pointerId)
          setAim({ atMs: aimed(event), isHeld: true })
        }}
        onPointerMove={(event) => {
          if (aim?.isHeld || event.pointerType === 'mouse')
            setAim({ atMs: aimed(event), isHeld: aim?.isHeld ?? false })
        }}
        onPointerUp={(event) => {
          if (aim?.isHeld) onSeek(aimed(event))
          drop()
        }}
        onPointerCancel={drop}
        onPointerLeave={() => aim?.isHeld || drop()}
        className="peer absolute inset-0 z-1 m-0 size-full cursor-pointer touch-pan-y opacity-0"
      />
      <div className="h-full rounded-sm outline-offset-4 outline-focus peer-focus-visible:outline-2">
        <Waveform peaks={peaks} played={durationMs === 0 ? 0 : shownMs / durationMs} />
      </div>
      {aim && <AimMark atMs={aim.atMs} durationMs={durationMs} />}
    </div>
  )
}

/** The time under the pointer, above the waveform and inside its ends. */
function AimMark({ atMs, durationMs }: { atMs: number; durationMs: number }) {
  const left = `${(atMs / durationMs) * 100}%`
  return (
    <>
      <span aria-hidden="true" className="absolute inset-y-0 w-px bg-white/80" style={{ left }} />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute -top-3 z-2 -translate-x-1/2 rounded-sm bg-[#fff7ee] px-1.5 text-xs font-semibold text-[#401410] tabular-nums"
        style={{ left: `clamp(1.5rem, ${left}, calc(100% - 1.5rem))` }}
      >
        {clockWords(atMs)}
      </span>
    </>
  )
}

/** Place of a pointer on the element that received it, 0 to 1. */
function placeIn({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return width === 0 ? 0 : Math.min(1, Math.max(0, (clientX - left) / width))
}
