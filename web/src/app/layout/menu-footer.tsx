import { Link } from '../../lib/router/link.tsx'
import { STATION_NAME } from '../../lib/station-name.ts'
import { PATHS } from '../paths.ts'
import { APP_VERSION } from '../station.ts'

const LINKS = [
  { to: PATHS.privacy, label: 'Privacy Policy' },
  { to: PATHS.terms, label: 'Terms of Service' },
  { to: PATHS.contact, label: 'Contact' },
]

/** The foot of the menu: the small print, the motto, the version. */
export function MenuFooter() {
  return (
    <div className="grid gap-3 px-4 py-4 text-xs text-nav-muted">
      <ul className="grid gap-0.5">
        {LINKS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex h-7 items-center underline-offset-3 hover:text-nav-text hover:underline coarse:h-11"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <p className="font-medium text-nav-text">Broadcasting Excellence</p>
      <p className="flex items-center justify-between gap-2">
        © 2025 {STATION_NAME}
        <span className="rounded-sm border border-nav-muted/50 px-1.5 py-px font-semibold">
          {APP_VERSION}
        </span>
      </p>
    </div>
  )
}
