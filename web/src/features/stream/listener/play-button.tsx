import { Pause, Play } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { ROUND_PLAY } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { usePlayer } from './player-context.ts'
import { wantsSound } from './player-state.ts'

const SIZES = {
  md: { button: 'size-12', icon: 'size-5' },
  lg: { button: 'size-14 md:size-16', icon: 'size-6 md:size-6.5' },
} as const

type PlayButtonProps = {
  size?: keyof typeof SIZES
  /** Its name instead of "Play". */
  invitation?: string | undefined
  className?: string
}

/** The round yellow toggle: "Play" or "Pause" by name. While connecting it shows that it works, and still pauses. */
export function PlayButton({ size = 'lg', invitation, className }: PlayButtonProps) {
  const { player, state } = usePlayer()
  const isRequested = wantsSound(state)
  const isBusy = state.name === 'connecting' || state.name === 'retrying' || state.name === 'buffering'
  const look = SIZES[size]
  return (
    <button
      type="button"
      aria-label={isRequested ? 'Pause' : (invitation ?? 'Play')}
      onClick={() => player.toggle()}
      className={classNames(
        ROUND_PLAY,
        look.button,
        state.name === 'gave-up' && 'outline-3 outline-offset-3 outline-live',
        invitation && !isRequested && 'ring-3 ring-accent/40',
        className,
      )}
    >
      {isBusy && <Spinner className="absolute inset-1 size-auto opacity-70" />}
      {isRequested ? (
        <Pause aria-hidden="true" fill="currentColor" strokeWidth={0} className={look.icon} />
      ) : (
        <Play aria-hidden="true" fill="currentColor" className={classNames(look.icon, 'translate-x-[6%]')} />
      )}
    </button>
  )
}
