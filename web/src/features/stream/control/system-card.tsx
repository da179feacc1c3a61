import { CircleAlert, CircleCheck, CircleDashed, RefreshCw, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { formatTime } from '../../../lib/station-time.ts'
import { useConnection } from '../../../realtime/use-connection.ts'
import { useCall } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { toast } from '../../../ui/toast.ts'
import { ActDialog } from './act-dialog.tsx'
import { type ControlAct, doAct, type OfferedAct, offeredActs, wordsOf } from './control-acts.ts'
import { EndReasonField } from './end-reason-field.tsx'
import type { OnAir } from './end-show-words.ts'
import { StopMenu } from './stop-menu.tsx'
import { type SystemDetail, systemDetails } from './system-details.ts'
import { type System, useRefreshSystem, useSystem } from './use-system.ts'

export type SystemCardProps = {
  /** Broadcast on air; null for none, undefined while nobody knows. */
  onAir: OnAir | null | undefined
  /** People who listen, also between shows. */
  listeners: number
  /** Something was started or stopped. */
  onDone(): void
}

/** State of the parts of the station, and the controls that start and stop them. */
export function SystemCard({ onAir, listeners, onDone }: SystemCardProps) {
  const system = useSystem()
  const connection = useConnection()
  const refresh = useRefreshSystem()
  const headingId = useId()
  return (
    <Card aria-labelledby={headingId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={headingId}>System</h2>
        <Button
          size="sm"
          variant="ghost"
          className="-mr-2"
          busy={isAsking(system)}
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
          onClick={() => {
            if (connection.state !== 'open') connection.retry()
            void refresh()
          }}
        >
          Check again
        </Button>
      </header>
      <dl className="grid gap-3">
        {systemDetails({ ...system, connection }).map((fact) => (
          <Fact key={fact.name} fact={fact} />
        ))}
      </dl>
      <p className="text-sm text-text-muted">{checkedWords(system)}</p>
      {system.radio.data === undefined || onAir === undefined ? (
        <div className="h-20 border-t border-border" />
      ) : (
        <Acts
          offered={offeredActs({ ...system.radio.data, isOnAir: onAir !== null })}
          onAir={onAir}
          listeners={listeners}
          onDone={async () => {
            onDone()
            await refresh()
          }}
        />
      )}
    </Card>
  )
}

function isAsking({ health, radio, numbers }: System): boolean {
  return [health, radio, numbers].some(({ isRefetchError, isFetching }) => isRefetchError && isFetching)
}

/** When the station last said how it is, by its own clock. */
function checkedWords({ health }: System): string {
  if (!health.data) return 'Not checked yet'
  return `Last checked ${formatTime(new Date(health.data.lastCheckedAt))}`
}

const LOOKS = {
  fine: { Icon: CircleCheck, colour: 'text-success' },
  warning: { Icon: TriangleAlert, colour: 'text-warning' },
  problem: { Icon: CircleAlert, colour: 'text-live-ink' },
  unknown: { Icon: CircleDashed, colour: 'text-text-muted' },
} as const

function Fact({ fact: { name, state, words, note } }: { fact: SystemDetail }) {
  const { Icon, colour } = LOOKS[state]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
      <dt className="text-sm text-text-muted">{name}</dt>
      <dd className={classNames('flex items-center gap-1.5 text-sm font-semibold', colour)}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {words}
      </dd>
      <dd className="col-span-2 text-xs text-text-muted">{note ?? '\u00a0'}</dd>
    </div>
  )
}

type ActsProps = Pick<SystemCardProps, 'listeners'> & {
  offered: readonly OfferedAct[]
  onAir: OnAir | null
  onDone(): Promise<void>
}
type Asked = { act: ControlAct; onAir: OnAir | null; listeners: number }

function Acts({ offered, onAir, listeners, onDone }: ActsProps) {
  const call = useCall()
  // With what was on air when it was asked: the question stays the same while it stands there.
  const [asked, setAsked] = useState<Asked | null>(null)
  const [reason, setReason] = useState('')
  const choose = (act: ControlAct) => {
    // Written about one broadcast; the next may be another's.
    setReason('')
    setAsked({ act, onAir, listeners })
  }
  const isGrave = ({ act }: OfferedAct) => wordsOf(act, onAir).isGrave
  const stops = offered.filter(isGrave)
  const starts = offered.filter((each) => !isGrave(each))
  const confirm = async (givenUp: AbortSignal) => {
    if (!asked) return
    await doAct(asked.act, call, { onAir: asked.onAir, reason, givenUp })
    toast(wordsOf(asked.act, asked.onAir).done, { tone: 'success' })
    if (!givenUp.aborted) setAsked(null)
    await onDone()
  }
  return (
    <div className="grid gap-2 border-t border-border pt-4">
      <div className="flex flex-wrap gap-2">
        {starts.map(({ act }) => (
          <Button key={act} size="sm" variant="outline" aria-haspopup="dialog" onClick={() => choose(act)}>
            {wordsOf(act, onAir).button}
          </Button>
        ))}
        <StopMenu offered={stops} onAir={onAir} onChoose={choose} />
      </div>
      {asked && (
        <ActDialog
          words={wordsOf(asked.act, asked.onAir, asked.listeners)}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        >
          {asked.act === 'endShow' && <EndReasonField value={reason} onChange={setReason} />}
        </ActDialog>
      )}
    </div>
  )
}
