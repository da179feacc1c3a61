import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import type { AirKind } from '../dj-state.ts'
import type { CheckFix, CheckRow, CheckStatus } from '../preflight.ts'

export type PreflightCardProps = {
  rows: readonly CheckRow[]
  verdict: 'setup' | 'checking' | 'ready'
  problem: string | null
  /** Start under way; it can still be taken back. */
  starting: AirKind | null
  onFix(fix: CheckFix): void
  onGoLive(): void
  onTest(): void
  /** Waits to take over from the show that is on air; null while nothing is. */
  onStandBy: (() => void) | null
  onCancel(): void
}

/**
 * The checklist and, under it, the one button that matters. Beside the form the card is as high as the window allows, from
 * the heading of the page on: what does not fit is scrolled in the list, and the buttons stay in view.
 */
export function PreflightCard(props: PreflightCardProps) {
  const { rows, verdict, starting, onFix } = props
  const isBlocked = failingOf(rows).length > 0
  return (
    <Card aria-labelledby="pre-flight" className={CARD}>
      <header className="mb-2 flex items-center justify-between gap-3">
        <h2 id="pre-flight">Pre-flight</h2>
        <span role="status" className={`text-sm font-semibold ${VERDICTS[verdict].ink}`}>
          {starting ? STARTING[starting] : VERDICTS[verdict].text}
        </span>
      </header>
      <ul className="mb-5 min-h-0 lg:overflow-y-auto lg:[scrollbar-width:thin]">
        {rows.map((row) => (
          <Row key={row.id} row={row} onFix={onFix} />
        ))}
      </ul>
      <div className="max-lg:hidden">
        <GoLive {...props} />
      </div>
      {!starting && <StandByButton {...props} />}
      {starting ? <CancelButton {...props} /> : <TestButton {...props} isBlocked={isBlocked} />}
    </Card>
  )
}

const CARD =
  'lg:sticky lg:top-6 lg:flex lg:max-h-[max(24rem,100cqb-7.5rem)] lg:flex-col desk:static desk:row-span-2 desk:max-h-full desk:self-start desk:p-4'

/** The one button, with what stands in its way. Phones have it below the page at all times, wider pages under the list. */
export function GoLive({ rows, problem, starting, onGoLive }: PreflightCardProps) {
  const reasonId = useId()
  const failing = failingOf(rows)
  const isBlocked = failing.length > 0
  return (
    <>
      {problem && (
        <p
          role="alert"
          className="mb-4 rounded-card bg-live-soft px-4 py-3 text-sm font-medium text-live-ink"
        >
          {problem}
        </p>
      )}
      <Button
        variant="accent"
        size="lg"
        className={`w-full ${GO_LIVE_CLASS}`}
        aria-keyshortcuts="G"
        aria-disabled={isBlocked}
        aria-describedby={reasonId}
        busy={starting !== null}
        busyLabel={STARTING[starting ?? 'show']}
        onClick={onGoLive}
      >
        Go live
      </Button>
      <p id={reasonId} className="mt-2 text-center text-sm text-text-muted">
        {isBlocked ? `Fix first: ${failing.map(({ label }) => label).join(', ')}` : goLiveHint(rows)}
      </p>
    </>
  )
}

const GO_LIVE_CLASS = 'go-live'

/** Moves the focus to the button that is in view. */
export function focusGoLive(): void {
  const buttons = document.querySelectorAll<HTMLElement>(`.${GO_LIVE_CLASS}`)
  for (const button of buttons) if (button.checkVisibility()) button.focus()
}

function failingOf(rows: readonly CheckRow[]): CheckRow[] {
  return rows.filter(({ status }) => status === 'fail')
}

/** Another show is on air: that alone is no reason not to wait for it. */
function StandByButton({ rows, onStandBy }: PreflightCardProps) {
  const hintId = useId()
  if (!onStandBy) return null
  const isBlocked = failingOf(rows).some(({ id }) => id !== 'station')
  return (
    <>
      <Button
        className="mt-4 mb-2 w-full"
        aria-disabled={isBlocked}
        aria-describedby={hintId}
        onClick={onStandBy}
      >
        Stand by
      </Button>
      <p id={hintId} className="text-center text-sm text-text-muted">
        Take over from the show on air, without a pause
      </p>
    </>
  )
}

function CancelButton({ onCancel }: PreflightCardProps) {
  return (
    <Button variant="outline" className="mt-4 w-full" onClick={onCancel}>
      Cancel
    </Button>
  )
}

function TestButton({ isBlocked, onTest }: PreflightCardProps & { isBlocked: boolean }) {
  const hintId = useId()
  return (
    <>
      <Button
        variant="outline"
        className="mt-4 mb-2 w-full"
        aria-disabled={isBlocked}
        aria-describedby={hintId}
        onClick={onTest}
      >
        Test broadcast
      </Button>
      <p id={hintId} className="text-center text-sm text-text-muted">
        Only you and staff can hear it
      </p>
    </>
  )
}

const STARTING: Record<AirKind, string> = {
  show: 'Going live…',
  test: 'Starting the test…',
  waiting: 'Opening the waiting room…',
}

function goLiveHint(rows: readonly CheckRow[]): string {
  const warned = rows.filter(({ status }) => status === 'warn')
  if (warned.length > 0) return `You can go live. Check: ${warned.map(({ label }) => label).join(', ')}`
  return 'You go on air right away'
}

const VERDICTS = {
  setup: { text: 'Check your setup', ink: 'text-text-muted' },
  checking: { text: 'Checking…', ink: 'text-warning' },
  ready: { text: 'Ready', ink: 'text-success' },
} as const

const STATUS_WORDS: Record<CheckStatus, string> = {
  pending: 'Checking',
  ok: 'Good',
  warn: 'Warning',
  fail: 'Problem',
}

function Row({ row, onFix }: { row: CheckRow; onFix(fix: CheckFix): void }) {
  const { label, text, status, fix } = row
  return (
    <li className="flex items-start gap-3 border-t border-border py-2.5 first:border-t-0 lg:py-1.5">
      <StatusIcon status={status} />
      <div
        className={classNames(
          'min-w-0 flex-1 text-sm',
          // Good or about to be, it needs no second line: nothing moves when it turns out good.
          (status === 'ok' || status === 'pending') && 'lg:flex lg:justify-between lg:gap-3 lg:text-right',
        )}
      >
        <p className="shrink-0 font-semibold">
          {label}
          <span className="sr-only">: {STATUS_WORDS[status]}</span>
        </p>
        <p className="min-w-0 break-words text-text-muted">{text}</p>
      </div>
      {fix && (
        <Button variant="outline" size="sm" onClick={() => onFix(fix.action)}>
          {fix.label}
        </Button>
      )}
    </li>
  )
}

function StatusIcon({ status }: { status: CheckStatus }) {
  const size = 'mt-px size-5 shrink-0'
  if (status === 'ok') return <CircleCheck aria-hidden="true" className={`${size} text-success`} />
  if (status === 'warn') return <CircleAlert aria-hidden="true" className={`${size} text-warning`} />
  if (status === 'fail') return <CircleX aria-hidden="true" className={`${size} text-live-ink`} />
  return <Spinner className={`${size} text-text-muted`} />
}
