import type { HandOver, NextShow } from '@carillon/contract/broadcasts/hand-over'
import { MINUTE_MS } from '@carillon/contract/durations'
import { ArrowRightLeft, CircleCheck, CircleDashed, VolumeX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from '../../../lib/announce.ts'
import { classNames } from '../../../lib/class-names.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { useSeconds } from '../use-seconds.ts'
import { HandOverMeters } from './hand-over-meters.tsx'
import { CLOSE_MS, type Presence, passedMark, presenceOf, timeLeft } from './hand-over-words.ts'
import { useHandOverOrders } from './use-hand-over-orders.ts'

export type RailProps = {
  broadcastId: number
  /** The DJ on air hands over; staff take over for the next one. */
  by: 'dj' | 'staff'
}

type StripProps = RailProps & { state: HandOver; next: NextShow; onDone(): void }

/** The show that follows: whether its DJ waits, when it takes over, and the ways to move that. */
export function HandOverStrip({ broadcastId, by, state, next, onDone }: StripProps) {
  const now = useSeconds().getTime()
  const orders = useHandOverOrders(broadcastId, onDone)
  const [isAsking, setIsAsking] = useState(false)
  const { at } = state
  const atMs = at === null ? null : Date.parse(at)
  const presence = presenceOf(state, now)
  useMarks(next.title, atMs, now)
  const later = () => orders.plan(next.id, new Date(Math.max(atMs ?? now, now) + 2 * MINUTE_MS).toISOString())
  return (
    <section
      aria-label="Hand-over"
      className="grid gap-2 rounded-card border border-border bg-surface px-4 py-2.5 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ArrowRightLeft aria-hidden="true" className="size-5 shrink-0 text-text-muted max-sm:hidden" />
        <p className="min-w-0 break-words">
          <b>{next.title}</b> with {next.dj.name} follows <TimeLeft atMs={atMs} now={now} />
        </p>
        <PresenceMark presence={presence} name={next.dj.name} by={by} />
        <span className="flex-1" />
        <div className="flex flex-wrap gap-2">
          {presence === 'ready' && (
            <Button size="sm" busy={orders.isBusy} onClick={() => setIsAsking(true)}>
              {by === 'dj' ? 'Hand over now' : 'Take over'}
            </Button>
          )}
          {at && (
            <>
              <Button variant="outline" size="sm" busy={orders.isBusy} onClick={later}>
                +2 min
              </Button>
              <Button variant="outline" size="sm" busy={orders.isBusy} onClick={orders.cancel}>
                Take it back
              </Button>
            </>
          )}
        </div>
      </div>
      {next.standingBySince && <StripMeters broadcastId={broadcastId} by={by} next={next} />}
      {orders.problem && (
        <p role="alert" className="font-medium text-live-ink">
          {orders.problem}
        </p>
      )}
      <AlertDialog
        open={isAsking}
        title={`Hand over to ${next.dj.name}?`}
        confirmLabel={by === 'dj' ? 'Hand over now' : 'Take over'}
        onConfirm={() => {
          setIsAsking(false)
          orders.handOver(next.id)
        }}
        onCancel={() => setIsAsking(false)}
      >
        <p>“{next.title}” is on air at once, and this show ends. Nobody’s sound stops.</p>
      </AlertDialog>
    </section>
  )
}

function StripMeters({ broadcastId, by, next }: RailProps & { next: NextShow }) {
  const onAir = { id: broadcastId, name: by === 'dj' ? 'You' : 'On air' }
  return <HandOverMeters broadcastId={broadcastId} shows={[onAir, { id: next.id, name: next.dj.name }]} />
}

function TimeLeft({ atMs, now }: { atMs: number | null; now: number }) {
  const left = atMs === null ? null : timeLeft(atMs, now)
  if (atMs === null || left === null) return null
  const isClose = atMs - now <= CLOSE_MS
  return <b className={classNames('tabular-nums', isClose && 'text-warning')}>{left}</b>
}

const MARKS: Record<
  Presence,
  { icon: typeof CircleCheck; ink: string; text(name: string, by: RailProps['by']): string }
> = {
  ready: { icon: CircleCheck, ink: 'text-success', text: () => 'In the waiting room' },
  'no-sound': { icon: VolumeX, ink: 'text-warning', text: () => 'In the waiting room, no sound yet' },
  'not-here': { icon: CircleDashed, ink: 'text-text-muted', text: () => 'Not here yet' },
  late: {
    icon: CircleDashed,
    ink: 'text-warning',
    text: (name, by) => `${name} isn’t here yet. ${by === 'dj' ? 'You stay on air.' : 'This show goes on.'}`,
  },
}

function PresenceMark({
  presence,
  name,
  by,
}: {
  presence: Presence
  name: string
  by: RailProps['by']
}): ReactNode {
  const { icon: Icon, ink, text } = MARKS[presence]
  return (
    <p role="status" className={classNames('flex items-center gap-1.5 font-semibold', ink)}>
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      {text(name, by)}
    </p>
  )
}

/** Says aloud when five minutes, one minute and ten seconds are left. */
function useMarks(title: string, atMs: number | null, now: number): void {
  const before = useRef(now)
  useEffect(() => {
    const mark = atMs === null ? null : passedMark(atMs, before.current, now)
    before.current = now
    if (mark) announce(`${title} takes over in ${mark}`)
  }, [title, atMs, now])
}
