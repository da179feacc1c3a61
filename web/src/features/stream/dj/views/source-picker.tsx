import { Blend, Mic, MonitorSpeaker } from 'lucide-react'
import { Field, Select } from '../../../../ui/field.tsx'
import { type RadioCardOption, RadioCards } from '../../../../ui/radio-cards.tsx'
import { type ChosenDevice, computerSoundRefusalText, type SourceMode } from '../capture.ts'
import { useDj, useSound } from '../dj-context.tsx'

/** Choice of the sound's source. On air a change asks for the new sound first and then fades over. */
export function SourcePicker() {
  const { sound } = useDj()
  const { mode, requestedMode } = useSound()
  return (
    <RadioCards<SourceMode>
      legend={<span className="sr-only">Source</span>}
      options={sourceOptions()}
      value={requestedMode ?? mode}
      onChange={(chosen) => void sound.choose(chosen)}
      className="grid-cols-1 @sm:grid-cols-3"
    />
  )
}

/** The microphone among those plugged in. */
export function MicrophonePicker() {
  const { sound } = useDj()
  const { mode, device, microphones, input } = useSound()
  if (mode === 'computer' || microphones.length === 0) return null
  const choose = (deviceId: string) => {
    const found = microphones.find((microphone) => microphone.deviceId === deviceId)
    if (found) void sound.choose(mode, chosenOf(found))
  }
  const known = microphones.some(({ deviceId }) => deviceId === device?.deviceId)
  return (
    <Field label="Input">
      <Select
        value={known ? device?.deviceId : ''}
        disabled={input.state === 'opening'}
        onChange={(event) => choose(event.target.value)}
      >
        {!known && (
          <option value="">{device ? `${device.label} (not connected)` : 'Choose a microphone'}</option>
        )}
        {microphones.map(({ deviceId, label }, index) => (
          <option key={deviceId} value={deviceId}>
            {label || `Microphone ${index + 1}`}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function sourceOptions(): RadioCardOption<SourceMode>[] {
  const refusal = computerSoundRefusal()
  const icon = 'size-5 text-text-muted'
  return [
    {
      value: 'microphone',
      label: 'Microphone',
      advice: 'Your voice, or a mixer',
      icon: <Mic aria-hidden="true" className={icon} />,
    },
    {
      value: 'computer',
      label: 'This computer',
      advice: refusal ?? computerAdvice(),
      icon: <MonitorSpeaker aria-hidden="true" className={icon} />,
      disabled: refusal !== null,
    },
    {
      value: 'both',
      label: 'Both',
      advice: refusal ?? 'Talk over your music, two faders',
      icon: <Blend aria-hidden="true" className={icon} />,
      disabled: refusal !== null,
    },
  ]
}

function computerSoundRefusal(): string | null {
  const refusal = computerSoundRefusalText()
  const isPhone = /Android|iPhone|iPad|Mobile/.test(navigator.userAgent)
  return refusal !== null && isPhone ? 'Phones can’t share their sound' : refusal
}

/** Advice about the sound that the operating system can share. */
function computerAdvice(): string {
  const isWindows = /Windows/.test(navigator.userAgent)
  return isWindows ? 'A tab or all sound, in Chrome or Edge' : 'The sound of a tab, in Chrome or Edge'
}

function chosenOf({ deviceId, label }: MediaDeviceInfo): ChosenDevice {
  return { deviceId, label }
}
