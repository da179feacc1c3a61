import { Slider } from '../../../../ui/slider.tsx'
import { useDj, useSound } from '../dj-context.tsx'
import { type Faders, formatFader, MAX_FADER } from '../faders.ts'

const PARTS = [
  { part: 'microphone', label: 'Microphone' },
  { part: 'computer', label: 'Computer' },
] as const satisfies readonly { part: keyof Faders; label: string }[]

/** The two faders of the mix; shown only while both sources sound. */
export function FaderRows() {
  const { sound } = useDj()
  const { faders, mode } = useSound()
  if (mode !== 'both') return null
  return (
    <div className="grid gap-1">
      {PARTS.map(({ part, label }) => (
        <div key={part} className="grid grid-cols-[6rem_1fr_2rem] items-center gap-3 text-sm">
          <span aria-hidden="true">{label}</span>
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
      ))}
    </div>
  )
}
