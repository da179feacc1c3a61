import type { Broadcast } from '@carillon/contract/broadcasts'
import { useState } from 'react'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { Field, Select } from '../../../../ui/field.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { useDj } from '../dj-context.tsx'

const CHOICES = [5, 10, 30, 60, 120, 300] as const
const USUAL_SECONDS = 10

/** How often one listener may write. */
export function SlowModeCard({ broadcast }: { broadcast: Broadcast }) {
  const engine = useDj()
  const [error, setError] = useState<string | null>(null)
  const { slowModeEnabled, slowModeSeconds } = broadcast
  const seconds = slowModeSeconds || USUAL_SECONDS
  const change = async (enabled: boolean, wanted: number) => {
    setError(null)
    try {
      await engine.setSlowMode({ enabled, seconds: wanted })
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'Slow mode could not be changed.')
    }
  }
  const choices = [...new Set([...CHOICES, seconds])].sort((a, b) => a - b)
  return (
    <Card aria-labelledby="chat-rules">
      <CardHead id="chat-rules" title="Chat" />
      <Switch
        label="Slow mode"
        hint="Each listener waits between two messages"
        checked={slowModeEnabled}
        onChange={(enabled) => void change(enabled, seconds)}
      />
      {slowModeEnabled && (
        <Field label="One message every" className="mt-3">
          <Select value={seconds} onChange={(event) => void change(true, Number(event.target.value))}>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice} seconds
              </option>
            ))}
          </Select>
        </Field>
      )}
      {error && (
        <p role="alert" className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </Card>
  )
}
