import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { storedLabels } from '../../../lib/forget-stored.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useOnAir } from '../../../session/on-air-state.ts'
import { Button } from '../../../ui/button.tsx'
import { PATHS } from '../../paths.ts'
import { clearDevice } from './device-storage.ts'

const SOUND = 'Sound of shows that the station does not have yet'
/** For a DJ, once they look. */
const loadSound = () => import('../../../features/stream/dj/backup/kept-sound.ts')

/** Data kept by this browser, and the way to make it forget. */
export function DeviceSettings() {
  const isOnAir = useOnAir() !== null
  const [stored, setStored] = useState(storedLabels)
  const { sound, forget } = useKeptSound()
  const [isCleared, setCleared] = useState(false)
  const clear = async () => {
    clearDevice(isOnAir)
    setStored(storedLabels())
    // On air the newest of it is what a reload would lose.
    if (sound === 'kept' && !isOnAir) await forget()
    setCleared(true)
  }
  const labels = sound === 'kept' ? [...stored, SOUND] : stored
  return (
    <div className="grid gap-4">
      {labels.length > 0 ? (
        <ul className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
          {labels.map((label) => (
            <li key={label} className="flex items-baseline gap-2.5">
              <span
                aria-hidden="true"
                className="size-1.5 shrink-0 -translate-y-0.5 rounded-full bg-accent"
              />
              {label}
            </li>
          ))}
        </ul>
      ) : (
        !isCleared && sound === 'none' && <p className="text-sm">Nothing is stored here.</p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="outline" onClick={() => void clear()}>
          Clear
        </Button>
        <p role="status" className="text-sm empty:hidden">
          {isCleared && (
            <span className="flex items-center gap-1.5 font-medium text-success">
              <Check aria-hidden="true" className="size-4.5 shrink-0" />
              Cleared. Your next visit here starts with the defaults.
            </span>
          )}
        </p>
      </div>
      <p className="text-sm text-text-muted">
        Signing out removes the cookie that keeps you signed in. What the station itself keeps, and its other
        cookie, are described in the{' '}
        <Link to={PATHS.privacy} className="text-link underline underline-offset-3">
          Privacy Policy
        </Link>
        .
      </p>
    </div>
  )
}

/** Whether sound of shows is kept here, and the way to forget it. */
function useKeptSound() {
  const [sound, setSound] = useState<'unknown' | 'kept' | 'none'>('unknown')
  useEffect(() => {
    const look = async () => setSound((await (await loadSound()).keepsSound()) ? 'kept' : 'none')
    look().catch((error) => console.error('What is kept of shows is not known:', error))
  }, [])
  const forget = async () => {
    await (await loadSound()).forgetSound()
    setSound('none')
  }
  return { sound, forget }
}
