import { Mic, MicOff, MonitorOff, MonitorSpeaker } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Slider } from '../../../../ui/slider.tsx'
import { useDj, useSound } from '../dj-context.tsx'
import { type Faders, formatFader, MAX_FADER } from '../faders.ts'
import { StripMeter } from './level-meter.tsx'

/** The two channels of the mix, each with its name, meter, fader and mute; of the computer alone, what is shared. */
export function ChannelStrips() {
  const { mode, shared } = useSound()
  if (mode === 'both') {
    return (
      <div className="grid gap-3">
        <MicrophoneStrip />
        <ComputerStrip />
      </div>
    )
  }
  if (mode !== 'computer' || shared === null) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm">
      <Shared name={shared} />
      <ShareAnother />
    </div>
  )
}

function MicrophoneStrip() {
  const { sound } = useDj()
  const { isMuted, device } = useSound()
  return (
    <Strip
      part="microphone"
      label="Microphone"
      name={device?.label || 'Microphone'}
      icon={isMuted ? <MicOff className="size-5" /> : <Mic className="size-5" />}
      isMuted={isMuted}
      onMute={(muted) => sound.setMuted(muted)}
    />
  )
}

function ComputerStrip() {
  const { sound } = useDj()
  const { isMusicMuted, shared } = useSound()
  return (
    <Strip
      part="computer"
      label="Computer"
      name={shared ?? 'Nothing is shared'}
      icon={isMusicMuted ? <MonitorOff className="size-5" /> : <MonitorSpeaker className="size-5" />}
      isMuted={isMusicMuted}
      onMute={(muted) => sound.setMusicMuted(muted)}
    >
      <ShareAnother />
    </Strip>
  )
}

type StripProps = {
  part: keyof Faders
  label: string
  name: string
  icon: ReactNode
  isMuted: boolean
  onMute(isMuted: boolean): void
  children?: ReactNode
}

function Strip({ part, label, name, icon, isMuted, onMute, children }: StripProps) {
  const { sound } = useDj()
  const { faders } = useSound()
  return (
    <section aria-label={label} className="grid gap-2 rounded-card border border-border p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-36 flex-1 text-sm leading-tight">
          <b className="block">{label}</b>
          <span className="block truncate text-text-muted" title={name}>
            {name}
          </span>
        </p>
        {children}
        <Button
          size="sm"
          variant={isMuted ? 'danger' : 'outline'}
          icon={icon}
          aria-label={isMuted ? `Unmute ${label.toLowerCase()}` : `Mute ${label.toLowerCase()}`}
          onClick={() => onMute(!isMuted)}
        >
          {isMuted ? 'Unmute' : 'Mute'}
        </Button>
      </div>
      <StripMeter levels={sound.partLevels[part]} isMuted={isMuted} />
      <div className="grid grid-cols-[1fr_2rem] items-center gap-3 text-sm">
        <Slider
          label={`${label} level`}
          min={0}
          max={MAX_FADER}
          step={0.05}
          keyStep={0.1}
          value={faders[part]}
          valueText={formatFader(faders[part])}
          onChange={(gain) => sound.setFaders({ ...faders, [part]: gain })}
        />
        <span className="text-right tabular-nums">{formatFader(faders[part])}</span>
      </div>
    </section>
  )
}

function Shared({ name }: { name: string }) {
  return (
    <p className="min-w-0 truncate" title={name}>
      <span className="text-text-muted">Shared:</span> <b>{name}</b>
    </p>
  )
}

/** Button to share another thing; the first sounds until then. */
function ShareAnother() {
  const { sound } = useDj()
  const { requestedMode } = useSound()
  return (
    <Button
      size="sm"
      variant="outline"
      busy={requestedMode !== null}
      busyLabel="Choosing…"
      onClick={() => void sound.shareAnother()}
    >
      Share another
    </Button>
  )
}
