import { BellPlus, BellRing, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { usePreferences } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { PushSwitch } from './push/push-switch.tsx'
import { type Reminder, useReminder } from './use-reminder.ts'

/** As wide as their longer words: what is beside them does not move when they change. */
const LOOKS = {
  hero: 'inline-flex h-11 shrink-0 items-center justify-center gap-2 rounded-input border border-white/35 px-3 text-sm font-semibold text-on-stage transition-colors duration-120 hover:bg-white/10 md:w-37',
  card: `${buttonClasses('outline', 'sm')} w-34`,
} as const

export type RemindMeProps = {
  /** Place of the button: on the maroon, where phones show its icon alone, or on a card. */
  on: keyof typeof LOOKS
  broadcastId: number
}

/** Asks to be reminded of one show, and then offers pushes to this device as well. `waiting` keeps the button's place. */
export function RemindMe({ on, broadcastId, waiting }: RemindMeProps & { waiting: ReactNode }) {
  const reminder = useReminder(broadcastId)
  const { isSet, isPending } = reminder
  if (isPending) return waiting
  const Icon = isSet ? BellRing : BellPlus
  return (
    <Popover
      label="Reminder"
      className="w-90 p-4"
      onOpenChange={(isOpen) => {
        if (isOpen && !isSet) void reminder.set()
      }}
      trigger={(props) => (
        <button {...props} type="button" aria-haspopup="dialog" className={LOOKS[on]}>
          <Icon aria-hidden="true" className={on === 'hero' ? 'size-5' : 'size-4.5'} />
          <span className={on === 'hero' ? 'max-md:sr-only' : undefined}>
            {isSet ? 'Reminder set' : 'Remind me'}
          </span>
        </button>
      )}
    >
      {(close) => <ReminderBox reminder={reminder} onClose={close} />}
    </Popover>
  )
}

function ReminderBox({ reminder, onClose }: { reminder: Reminder; onClose(): void }) {
  const { isSet, command } = reminder
  const remove = async () => {
    if (await reminder.remove()) onClose()
  }
  return (
    <div className="grid gap-3">
      <div role="status" className="grid gap-3">
        {isSet && <Standing />}
        {command.problem && <Banner tone="warning">{command.problem}</Banner>}
      </div>
      <div className="border-t border-border pt-2">
        <PushSwitch />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link to="/settings" className="text-sm text-link underline underline-offset-3">
          Notification settings
        </Link>
        {isSet ? (
          <Button variant="outline" size="sm" busy={command.busy} onClick={() => void remove()}>
            Remove reminder
          </Button>
        ) : (
          <Button variant="outline" size="sm" busy={command.busy} onClick={() => void reminder.set()}>
            Set reminder
          </Button>
        )}
      </div>
    </div>
  )
}

function Standing() {
  const { values } = usePreferences()
  // A reminder of one show is a REMINDER, which the system updates let through; that of all shows has its own switch.
  const isKeptBack = !values.broadcastReminders && !values.systemUpdates
  return (
    <>
      <div className="flex gap-2.5">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
        <div>
          <p className="font-semibold">Reminder set</p>
          <p className="text-sm text-text-muted">You get a notification 15 minutes before this show.</p>
          {values.broadcastReminders && (
            <p className="text-sm text-text-muted">Your settings also remind you of all other shows.</p>
          )}
        </div>
      </div>
      {isKeptBack && (
        <Banner tone="warning">
          System updates are off in your settings. Turn them on, or this reminder cannot reach you.
        </Banner>
      )}
    </>
  )
}
