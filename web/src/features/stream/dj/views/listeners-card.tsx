import { SECOND_MS } from '@carillon/contract/durations'
import type { RecordingState } from '@carillon/contract/stream/topics'
import type { ReactNode } from 'react'
import { useStore } from '../../../../lib/store.ts'
import { Card, CardHead } from '../../../../ui/card.tsx'
import type { UploadReport } from '../air.ts'
import { useAirStatus, useDj, useDjState } from '../dj-context.tsx'
import type { AirKind } from '../dj-state.ts'
import { formatSpan } from '../durations.ts'

/** Card of the way that the sound takes to the listeners, in four lines. */
export function ListenersCard({ kind }: { kind: AirKind }) {
  const engine = useDj()
  const report = useStore(engine.line.report)
  const { name } = useDjState()
  const isStopped = report?.feedHold != null && report.unacknowledgedSince === null
  // A stream that was stopped lets nothing out, but all of it in.
  const isAway = useAirStatus() === 'not-reaching-listeners' && !isStopped
  if (!report) return null
  return (
    <Card aria-labelledby="what-listeners-get" className="desk:p-4">
      <CardHead id="what-listeners-get" title={kind === 'show' ? 'What listeners get' : 'What goes out'} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <Line label="Connection">
          <ConnectionText report={report} isAway={isAway} isSlow={name === 'degraded'} />
        </Line>
        <Line label="Sent">{isAway ? 'Nothing is getting through' : sentText(report)}</Line>
        {kind === 'show' && (
          <Line label="Listeners hear you">
            {isStopped
              ? 'Not while the stream is stopped'
              : isAway
                ? 'Silence until you are back'
                : delayText(report)}
          </Line>
        )}
        {kind === 'show' && <Line label="Recording">{recordingText(report.recording)}</Line>}
      </dl>
    </Card>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-muted">{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </>
  )
}

type ConnectionProps = { report: UploadReport; isAway: boolean; isSlow: boolean }

function ConnectionText({ report, isAway, isSlow }: ConnectionProps) {
  if (isAway) return <span className="font-semibold text-warning">Not reaching the station</span>
  if (isSlow) return <span className="font-semibold text-warning">Slow upload</span>
  const { roundTripMs } = report
  return (
    <span className="font-semibold text-success">
      {roundTripMs === null ? 'Steady' : `Steady, ${roundTripMs} ms`}
    </span>
  )
}

/** "96 kbps, nothing skipped". */
export function sentText({ bitsPerSecond, skippedChunks, droppedChunks }: UploadReport): string {
  const lost = skippedChunks + droppedChunks
  const skipped = lost === 0 ? 'nothing skipped' : `${lost} skipped`
  return `${Math.round(bitsPerSecond / 1000)} kbps, ${skipped}`
}

/** "about 0.8 s later", as the players themselves say. */
export function delayText({ heardDelayMs }: UploadReport): string {
  return heardDelayMs === null
    ? 'Nobody at the moment'
    : `about ${(heardDelayMs / SECOND_MS).toFixed(1)} s later`
}

/** "42 min, 2 gaps", as the station has it on its disk. */
export function recordingText(recording: RecordingState | null): string {
  if (recording === null) return 'Not known yet'
  const { lengthMs, gaps, hasFailed } = recording
  if (hasFailed) return `Stopped after ${formatSpan(lengthMs)}: the disk failed`
  const holes = gaps === 0 ? 'no gaps' : gaps === 1 ? '1 gap' : `${gaps} gaps`
  return `${formatSpan(lengthMs)}, ${holes}`
}
