import { useStore } from '../../../../lib/store.ts'
import { Banner, type BannerTone } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { AirStatus } from '../air-status.ts'
import { useAirStatus, useDj, useSound } from '../dj-context.tsx'
import { silenceWords, useIsShow, useSilenceAlarm, useSilentSeconds } from '../use-silence.ts'

/** After this long it is dead air, and moderators are told as well. */
const DEAD_AIR_SECONDS = 20

/** Warning of a silence that is no pause: for how long, and what to look at. The bar of the shell says it aloud. */
export function SilenceWarning() {
  const { sound } = useDj()
  const seconds = useSilentSeconds()
  const isAlarm = useSilenceAlarm()
  const isShow = useIsShow()
  const { isMuted, isMusicMuted, mode } = useSound()
  const isHalfMuted = mode === 'both' && (isMuted || isMusicMuted)
  const status = useAirStatus()
  const unmute = () => {
    sound.setMuted(false)
    sound.setMusicMuted(false)
  }
  if (!isAlarm || (status !== 'silence' && status !== 'muted')) return null
  return (
    <Banner
      tone={toneOf(status, seconds)}
      action={
        (isMuted || isHalfMuted) && (
          <Button size="sm" variant="outline" onClick={unmute}>
            Unmute
          </Button>
        )
      }
    >
      <p className="font-semibold">
        {silenceWords(isShow)} <span className="whitespace-nowrap tabular-nums">· {seconds} s</span>
      </p>
      <p className="font-normal">
        {status === 'muted' ? 'You are muted.' : isHalfMuted ? halfMuted(isMuted) : <Advice />}
      </p>
    </Banner>
  )
}

/** Of two sources one is muted and the other silent. */
function halfMuted(isMuted: boolean): string {
  return isMuted
    ? 'Your microphone is muted, and the computer is silent.'
    : 'The computer is muted, and your microphone is silent.'
}

/** Tone of the warning: a silence that the DJ asked for is no alarm. */
function toneOf(status: AirStatus, seconds: number): BannerTone {
  if (status === 'muted') return 'info'
  return seconds < DEAD_AIR_SECONDS ? 'warning' : 'danger'
}

function Advice() {
  const isShow = useIsShow()
  const { hasSignal } = useStore(useDj().sound.levels.level)
  if (hasSignal) return `Your sound is coming in, but it is too quiet${isShow ? ' for listeners' : ''}.`
  return 'No sound is coming in. Check the source, its cable and its level.'
}
