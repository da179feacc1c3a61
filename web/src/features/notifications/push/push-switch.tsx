import { BellOff } from 'lucide-react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { showExample } from './push-browser.ts'
import type { PushState } from './push-store.ts'
import { usePush } from './use-push.ts'

/** The explicit choice to be told on this device while the station is not open, and what stands in its way. */
export function PushSwitch() {
  const { now, turnOn, turnOff } = usePush()
  const isOn = now === 'on' || now === 'turning-on' || now === 'failing'
  const canChoose = now === 'on' || now === 'off' || now === 'failing'
  return (
    <div className="grid gap-3">
      <Switch
        label="Push on this device"
        hint="Notifies you even when the station isn’t open."
        checked={isOn}
        aria-disabled={!canChoose}
        onChange={(checked) => void (checked ? turnOn() : turnOff())}
        className="min-h-14"
      />
      <div role="status" className="empty:hidden">
        <Note now={now} onRetry={() => void turnOn()} />
      </div>
    </div>
  )
}

function Note({ now, onRetry }: { now: PushState; onRetry(): void }) {
  if (now === 'turning-on')
    return <p className="text-sm text-text-muted">Your browser asks whether you allow it…</p>
  if (now === 'unsupported') return <Banner>This browser doesn’t support push notifications.</Banner>
  if (now === 'install-first')
    return <Banner>Add the station to your Home Screen first: the settings say how to install it.</Banner>
  if (now === 'denied') return <Denied />
  if (now === 'on') return <Example />
  if (now === 'failing')
    return (
      <Banner
        tone="warning"
        action={
          <Button variant="outline" size="sm" onClick={onRetry}>
            Retry
          </Button>
        }
      >
        Push notifications could not be set up here. Your bell and inbox still work.
      </Banner>
    )
  return null
}

function Example() {
  const show = () => void showExample().catch((error) => console.error('The example failed:', error))
  return (
    <Button variant="outline" size="sm" onClick={show}>
      Show an example
    </Button>
  )
}

function Denied() {
  return (
    <div className="flex gap-3 rounded-card border border-border bg-surface-2 p-4 text-sm">
      <BellOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-text-muted" />
      <div className="grid gap-1.5">
        <p className="font-semibold">Your browser blocks notifications from this station</p>
        <ol className="grid list-decimal gap-1 pl-5 text-text-muted">
          <li>Press the icon left of the address, or open the settings of this app.</li>
          <li>Set Notifications to Allow.</li>
          <li>Come back and turn the switch on.</li>
        </ol>
      </div>
    </div>
  )
}
