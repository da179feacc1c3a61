import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/link.tsx'
import { STATION_NAME } from '../../lib/station-name.ts'
import { useSession } from '../../session/session.ts'
import { BellMark } from '../../ui/bell-mark.tsx'
import { PATHS } from '../paths.ts'

/** The bell and the station's name; it leads to the player. */
export function Brand({ showName, className }: { showName: boolean; className?: string }) {
  const signedIn = useSession().state === 'signed-in'
  return (
    <Link
      to={signedIn ? PATHS.dashboard : PATHS.root}
      aria-label={`${STATION_NAME}, open the player`}
      className={classNames(
        'flex items-center gap-2 overflow-hidden whitespace-nowrap -outline-offset-4',
        className,
      )}
    >
      <span className="grid w-11 shrink-0 place-items-center">
        <BellMark />
      </span>
      <span className={classNames('menu-words font-display text-lg font-bold', !showName && 'opacity-0')}>
        {STATION_NAME}
      </span>
    </Link>
  )
}
