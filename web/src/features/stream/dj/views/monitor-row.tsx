import { Headphones } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Field, Select } from '../../../../ui/field.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { useDj, useSound } from '../dj-context.tsx'

/** Hearing oneself. Off by default; turning it on warns of speakers first. */
export function MonitorRow() {
  const { sound } = useDj()
  const { monitor, input } = useSound()
  const [isWarned, setIsWarned] = useState(false)
  const isOpen = input.state === 'open'
  const change = (isOn: boolean) => (isOn ? setIsWarned(true) : void sound.setMonitor(false))
  return (
    <div className="grid gap-3">
      <Switch
        label="Monitor"
        hint="Hear what you send"
        checked={monitor.isOn}
        disabled={!isOpen}
        onChange={change}
      />
      {isWarned && !monitor.isOn && (
        <HeadphoneWarning
          onCancel={() => setIsWarned(false)}
          onConfirm={() => {
            setIsWarned(false)
            void sound.setMonitor(true)
          }}
        />
      )}
      {monitor.isOn && <OutputPicker />}
    </div>
  )
}

function HeadphoneWarning({ onConfirm, onCancel }: { onConfirm(): void; onCancel(): void }) {
  return (
    <div role="alert" className="grid gap-3 rounded-card bg-warning-soft p-4 text-sm">
      <p className="flex gap-3">
        <Headphones aria-hidden="true" className="size-5 shrink-0 text-warning" />
        Use headphones — speakers will cause feedback.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={onConfirm}>
          I use headphones
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function OutputPicker() {
  const { sound } = useDj()
  const { monitor, outputs } = useSound()
  if (outputs.length === 0) return null
  return (
    <Field label="Play the monitor on">
      <Select value={monitor.outputId} onChange={(event) => void sound.setMonitor(true, event.target.value)}>
        <option value="">The usual output</option>
        {outputs.map(({ deviceId, label }, index) => (
          <option key={deviceId} value={deviceId}>
            {label || `Output ${index + 1}`}
          </option>
        ))}
      </Select>
    </Field>
  )
}
