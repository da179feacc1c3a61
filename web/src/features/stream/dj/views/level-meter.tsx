import { type RefObject, useEffect, useRef } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import {
  formatDecibels,
  METER_FLOOR_DB,
  METER_MARKS_DB,
  meterPosition,
  QUIET_DB,
} from '../../../../lib/decibels.ts'
import { useStore } from '../../../../lib/store.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useDj } from '../dj-context.tsx'
import { type LevelWatch, spokenLevelText } from '../level-watch.ts'
import { muteText } from '../mute.ts'
import type { SignalState } from '../signal-watch.ts'
import { silenceWords, useIsShow, useSilenceAlarm } from '../use-silence.ts'

/** Two bars from -60 to 0 dBFS with held peaks. They are drawn outside React, up to 20 times a second. */
export function LevelMeter() {
  const level = useStore(useDj().sound.levels.level)
  const boxRef = useRef<HTMLDivElement>(null)
  useDrawnLevels(boxRef, useDj().sound.levels)
  const peakDb = level.hasSignal ? level.peakDb : METER_FLOOR_DB
  return (
    <div className="grid gap-2">
      <meter
        className="sr-only"
        aria-label="Level"
        min={METER_FLOOR_DB}
        max={0}
        value={Math.round(peakDb)}
        aria-valuetext={spokenLevelText(level)}
      />
      <div ref={boxRef} aria-hidden="true" className="grid gap-2">
        <Bar />
        <Bar />
      </div>
      <div aria-hidden="true" className="relative h-4.5 text-xs text-text-muted tabular-nums">
        {METER_MARKS_DB.map((mark) => (
          <Mark key={mark} decibels={mark} />
        ))}
      </div>
    </div>
  )
}

/** The level of one channel of the mix, louder side first, on the scale of the large meter. */
export function StripMeter({ levels, isMuted }: { levels: LevelWatch; isMuted: boolean }) {
  const level = useStore(levels.level)
  const boxRef = useRef<HTMLDivElement>(null)
  useDrawnLevels(boxRef, levels)
  return (
    <>
      <meter
        className="sr-only"
        aria-label="Level"
        min={METER_FLOOR_DB}
        max={0}
        value={Math.round(level.hasSignal ? level.peakDb : METER_FLOOR_DB)}
        aria-valuetext={spokenLevelText(level)}
      />
      <div ref={boxRef} aria-hidden="true" className={isMuted ? 'grid gap-0.5 opacity-45' : 'grid gap-0.5'}>
        <Bar className="h-2" />
        <Bar className="h-2" />
      </div>
    </>
  )
}

/** Meaning of the meter in words, beside its title. */
export function LevelVerdict() {
  const { sound } = useDj()
  const level = useStore(sound.levels.level)
  const state = useStore(sound.state)
  if (state.isMuted) return <span className="font-semibold text-live-ink">{muteText(state)}</span>
  const isGood = level.hasSignal && level.peakDb >= QUIET_DB && level.peakDb <= -3
  return (
    <span className={isGood ? 'font-semibold text-success' : 'text-text-muted'}>
      {spokenLevelText(level)}
    </span>
  )
}

/** The meter's warnings: clipping, no signal, dead air. */
export function SignalWarnings() {
  const { sound } = useDj()
  const { warning } = useStore(sound.levels.level)
  const { input, isMuted } = useStore(sound.state)
  // The station hears it as well and says so above the desk.
  const isSilent = useSilenceAlarm()
  const isShow = useIsShow()
  // Without an input, or muted, silence is no news.
  const isExpected = warning === 'no-signal' && (input.state !== 'open' || isMuted)
  const isLive = warning === 'dead-air' && isSilent
  if (warning === null || isExpected || isLive) return null
  const action =
    warning === 'clipping' ? (
      <Button variant="ghost" size="sm" onClick={() => sound.levels.dismissClip()}>
        Dismiss
      </Button>
    ) : undefined
  return (
    <Banner tone={warning === 'dead-air' ? 'danger' : 'warning'} role="status" action={action}>
      {warning === 'dead-air' ? silenceWords(isShow) : WARNINGS[warning]}
    </Banner>
  )
}

const WARNINGS = {
  clipping: 'Clipping — lower the input',
  'no-signal': 'No signal for 5 s',
}

/** Each mark stands where its level ends; the outer two stay inside the bar. */
function Mark({ decibels }: { decibels: number }) {
  const position = meterPosition(decibels)
  const anchor = position === 0 ? '' : position === 1 ? '-translate-x-full' : '-translate-x-1/2'
  return (
    <span className={`absolute whitespace-nowrap ${anchor}`} style={{ left: `${position * 100}%` }}>
      {decibels === 0 ? '0 dB' : formatDecibels(decibels)}
    </span>
  )
}

const FILL =
  'absolute inset-0 forced-color-adjust-none bg-[linear-gradient(90deg,var(--meter-ok)_0_60%,var(--meter-hot)_60%_80%,var(--meter-clip)_80%)]'

function Bar({ className = 'h-5.5' }: { className?: string }) {
  return (
    <div
      className={classNames(
        'relative overflow-hidden rounded-sm border border-transparent bg-surface-2 forced-colors:border-[CanvasText]',
        className,
      )}
    >
      <div data-fill className={FILL} style={{ clipPath: 'inset(0 100% 0 0)' }} />
      <div data-held className="absolute inset-y-0 left-0 w-full border-l-2 border-text opacity-0" />
    </div>
  )
}

function useDrawnLevels(boxRef: RefObject<HTMLElement | null>, levels: LevelWatch): void {
  useEffect(() => {
    const box = boxRef.current
    if (!box) return
    const fills = box.querySelectorAll<HTMLElement>('[data-fill]')
    const helds = box.querySelectorAll<HTMLElement>('[data-held]')
    return levels.onFrame((signal) => {
      if (document.hidden) return
      for (const side of [0, 1] as const) draw(fills[side], helds[side], signal, side)
    })
  }, [levels, boxRef])
}

function draw(
  fill: HTMLElement | undefined,
  held: HTMLElement | undefined,
  signal: SignalState,
  side: 0 | 1,
): void {
  if (!fill || !held) return
  const level = meterPosition(signal.decibels[side])
  const peak = meterPosition(signal.held[side].decibels)
  fill.style.clipPath = `inset(0 ${(100 - level * 100).toFixed(1)}% 0 0)`
  held.style.transform = `translateX(${(peak * 100).toFixed(1)}%)`
  held.style.opacity = peak > 0 ? '1' : '0'
}
