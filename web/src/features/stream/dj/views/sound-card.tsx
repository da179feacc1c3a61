import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { useDj, useSound } from '../dj-context.tsx'
import { ChannelStrips } from './channel-strips.tsx'
import { LevelMeter, LevelVerdict, SignalWarnings } from './level-meter.tsx'
import { ListenersMeter } from './listeners-meter.tsx'
import { MicrophoneHelp } from './microphone-help.tsx'
import { MonitorRow } from './monitor-row.tsx'
import { muteIcon } from './mute-icon.ts'
import { RecordTestRow } from './record-test-row.tsx'
import { MicrophonePicker, SourcePicker } from './source-picker.tsx'

/** The DJ's sound: source, input, level, faders, monitor. A show is muted from the red bar, a test from here. */
export function SoundCard({ phase }: { phase: 'setup' | 'test' | 'show' }) {
  return (
    <Card aria-labelledby="your-sound" className="desk:p-4">
      <header className="mb-4 flex desk:mb-3 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="your-sound">Your sound</h2>
        <span className="text-sm">
          <LevelVerdict />
        </span>
      </header>
      <div className="grid gap-4 desk:gap-3">
        <LevelMeter />
        {phase === 'show' && <ListenersMeter />}
        <SignalWarnings />
        <Notice />
        <SourcePicker />
        <InputProblem />
        <ChannelStrips />
        <MicrophonePicker />
        <div className="grid gap-3 border-t border-border pt-4 desk:gap-2 desk:pt-3">
          <MonitorRow />
          {phase === 'setup' && <RecordTestRow />}
          {phase === 'test' && <MuteButton />}
        </div>
      </div>
    </Card>
  )
}

function MuteButton() {
  const { sound } = useDj()
  const { isMuted, mode } = useSound()
  const Icon = muteIcon(mode, isMuted)
  return (
    <Button
      className="justify-self-start"
      variant={isMuted ? 'danger' : 'outline'}
      aria-keyshortcuts="M"
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={() => sound.setMuted(!isMuted)}
    >
      {isMuted ? 'Unmute' : 'Mute'}
    </Button>
  )
}

function Notice() {
  const { sound } = useDj()
  const { notice } = useSound()
  if (!notice) return null
  return (
    <Banner tone="warning" role="alert" onDismiss={() => sound.dismissNotice()}>
      {notice}
    </Banner>
  )
}

/** Why nothing is heard, and the one thing to do about it. */
function InputProblem() {
  const { sound } = useDj()
  const { input, mode } = useSound()
  const open = () => void sound.choose(mode)
  if (input.state === 'open' || input.state === 'opening') return null
  if (input.state === 'none') {
    return (
      <Button variant="outline" className="justify-self-start" onClick={open}>
        {mode === 'microphone' ? 'Allow the microphone' : 'Choose what to share'}
      </Button>
    )
  }
  const isLost = input.state === 'lost'
  const action = (
    <Button variant="outline" size="sm" onClick={open}>
      Try again
    </Button>
  )
  return (
    <div className="grid gap-2">
      <Banner tone="danger" role="alert" action={action}>
        {isLost ? `${input.label} was disconnected. Listeners would hear silence.` : input.message}
      </Banner>
      {input.state === 'failed' && input.fault === 'MICROPHONE_DENIED' && <MicrophoneHelp />}
    </div>
  )
}
