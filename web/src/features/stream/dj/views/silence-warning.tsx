import { useStore } from '../../../../lib/store.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useAirStatus, useDj, useSound } from '../dj-context.tsx'
import { useSilentSeconds } from '../use-silence.ts'

/** After this long it is dead air, and moderators are told as well. */
const DEAD_AIR_SECONDS = 20

/** What the station hears of the show is silence: for how long, and what to look at. The bar of the shell says it aloud. */
export function SilenceWarning() {
  const { sound } = useDj()
  const seconds = useSilentSeconds()
  const { isMuted } = useSound()
  if (useAirStatus() !== 'silence') return null
  return (
    <Banner
      tone={seconds < DEAD_AIR_SECONDS ? 'warning' : 'danger'}
      action={
        isMuted && (
          <Button size="sm" variant="outline" onClick={() => sound.setMuted(false)}>
            Unmute
          </Button>
        )
      }
    >
      <p className="font-semibold">
        Listeners hear silence <span className="whitespace-nowrap tabular-nums">· {seconds} s</span>
      </p>
      <p className="font-normal">{isMuted ? 'You are muted.' : <Advice />}</p>
    </Banner>
  )
}

function Advice() {
  const { hasSignal } = useStore(useDj().sound.levels.level)
  return hasSignal
    ? 'Sound comes in here, but it is too quiet for them.'
    : 'No sound comes in. Look at the source, its cable and its volume.'
}
