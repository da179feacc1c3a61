import { BellPlus, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { usePreferences } from '../../session/session.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { PushSwitch } from './push/push-switch.tsx'

const LOOKS = {
  hero: 'inline-flex h-11 shrink-0 items-center gap-2 rounded-input border border-white/35 px-3 text-sm font-semibold text-on-stage transition-colors duration-120 hover:bg-white/10 md:px-4',
  card: buttonClasses('outline', 'sm'),
} as const

/** Place of the button: on the maroon, where phones show its icon alone, or on a card. */
export type RemindMeProps = { on: keyof typeof LOOKS }

/** Asks to be told before shows begin, which the preferences hold, and then offers pushes to this device as well. */
export function RemindMe({ on }: RemindMeProps) {
  const { values, choose } = usePreferences()
  const remind = (isOpen: boolean) => {
    if (isOpen && !values.broadcastReminders) choose('broadcastReminders', true)
  }
  return (
    <Popover
      label="Reminders"
      className="w-90 p-4"
      onOpenChange={remind}
      trigger={(props) => (
        <button {...props} type="button" aria-haspopup="dialog" className={LOOKS[on]}>
          <BellPlus aria-hidden="true" className={on === 'hero' ? 'size-5' : 'size-4.5'} />
          <span className={on === 'hero' ? 'max-md:sr-only' : undefined}>Remind me</span>
        </button>
      )}
    >
      {() => <Reminders />}
    </Popover>
  )
}

function Reminders() {
  return (
    <div className="grid gap-3">
      <div role="status" className="flex gap-2.5">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
        <div>
          <p className="font-semibold">Reminders are on</p>
          <p className="text-sm text-text-muted">Your bell tells you 15 minutes before each show.</p>
        </div>
      </div>
      <div className="border-t border-border pt-2">
        <PushSwitch />
      </div>
      <Link to="/settings" className="text-sm text-link underline underline-offset-3">
        Notification settings
      </Link>
    </div>
  )
}
