import { VolumeControl } from '../../../features/stream/listener/volume-control.tsx'

/** The volume that every show begins with here: the player's own. */
export function PlaybackSettings() {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p>
        Volume
        <span className="block text-sm text-text-muted">New shows start at this volume.</span>
      </p>
      <VolumeControl sliderClassName="w-44 sm:w-56" />
    </div>
  )
}
