import { Volume, Volume1, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { readCapabilities } from './capabilities.ts'
import { usePlayer } from './player-context.ts'

type VolumeControlProps = {
  /** Class that hides the slider when there is no room; mute stays. */
  sliderClassName?: string
  showsNumber?: boolean
  className?: string
}

/** Mute and volume. On iOS only mute: there the volume belongs to the buttons of the device. */
export function VolumeControl({ sliderClassName, showsNumber = true, className }: VolumeControlProps) {
  const { player, volume, isMuted } = usePlayer()
  const [isIos] = useState(() => readCapabilities().isIos)
  const audibleVolume = isMuted ? 0 : volume
  const Icon = isMuted ? VolumeX : volume === 0 ? Volume : volume < 50 ? Volume1 : Volume2
  return (
    <div className={classNames('flex items-center gap-2', className)}>
      <IconButton
        label={isMuted ? 'Unmute' : 'Mute'}
        icon={<Icon aria-hidden="true" className="size-5" />}
        onClick={() => player.toggleMute()}
      />
      {!isIos && (
        <div className={classNames('flex items-center gap-2.5', sliderClassName)}>
          <Slider
            label="Volume"
            value={audibleVolume}
            keyStep={5}
            valueText={`${audibleVolume} percent`}
            onChange={(value) => player.setVolume(value)}
          />
          {showsNumber && (
            <span aria-hidden="true" className="w-7 text-right text-sm tabular-nums">
              {audibleVolume}
            </span>
          )}
        </div>
      )}
    </div>
  )
}
