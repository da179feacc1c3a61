import { useSyncExternalStore } from 'react'
import { formatDecibels, METER_FLOOR_DB, meterPosition } from '../../../../lib/decibels.ts'
import { useAirStatus, useDj } from '../dj-context.tsx'
import { SILENCE_DB } from '../signal-watch.ts'

/**
 * Meter of the listeners' sound, as the station measures it, under the DJ's own level and on its scale: a thin bar and
 * words.
 */
export function ListenersMeter() {
  const { report } = useDj().line
  const peakDb = useSyncExternalStore(report.subscribe, () => report.get()?.listenersPeakDb ?? null)
  const status = useAirStatus()
  const isSilent = peakDb !== null && peakDb < SILENCE_DB
  const position = meterPosition(peakDb ?? METER_FLOOR_DB)
  const isAlarm = isSilent && status !== 'muted'
  return (
    <div className="grid gap-1">
      <div
        aria-hidden="true"
        className="h-1.5 overflow-hidden rounded-full border border-transparent bg-surface-2 forced-colors:border-[CanvasText]"
      >
        <div
          className="h-full bg-meter-ok transition-[clip-path] duration-300 motion-reduce:transition-none forced-colors:bg-[CanvasText]"
          style={{ clipPath: `inset(0 ${(100 - position * 100).toFixed(1)}% 0 0)` }}
        />
      </div>
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span className="text-text-muted">Listeners get</span>
        <span className={isAlarm ? 'font-semibold text-warning' : 'tabular-nums'}>
          {listenersLevelText(peakDb)}
        </span>
      </p>
    </div>
  )
}

/** "Peaks at −6 dB", "Silence", and what is said where the station does not measure. */
export function listenersLevelText(peakDb: number | null): string {
  if (peakDb === null) return 'Not known at the moment'
  return peakDb < SILENCE_DB ? 'Silence' : `Peaks at ${formatDecibels(peakDb)} dB`
}
