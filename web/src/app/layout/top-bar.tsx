import { Menu } from 'lucide-react'
import { Suspense } from 'react'
import { LivePill } from '../../features/stream/listener/live-pill.tsx'
import { pageTitle } from '../../lib/document-title.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { formatClock, formatTimestamp } from '../../lib/station-time.ts'
import { TIMES_IN_ZONE } from '../../lib/station-zone.ts'
import { useStore } from '../../lib/store.ts'
import { useClock } from '../../lib/use-clock.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PATHS } from '../paths.ts'
import { BellSlot } from '../slots/bell-slot.tsx'
import { DRAWER_ID } from './drawer.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

// Visitors have no account: they do not load its menu.
const UserMenu = lazyPart(async () => (await import('./user-menu.tsx')).UserMenu)

const ONE_LINE = '(width >= 40rem)'

export type TopBarProps = { drawerOpen: boolean; onOpenDrawer(): void }

/** Live or not, the time of the station, the theme, the bell, the account. 56 px, 52 on phones. */
export function TopBar({ drawerOpen, onOpenDrawer }: TopBarProps) {
  const session = useSession()
  const title = useStore(pageTitle)
  const isNarrow = !useMediaQuery(ONE_LINE)
  return (
    <header className="no-print flex min-h-13 shrink-0 flex-wrap pt-1 sm:pt-0 items-center gap-x-1 border-b border-border bg-surface px-2 sm:flex-nowrap md:h-14 md:gap-2 md:px-6">
      <IconButton
        label="Open menu"
        tooltip={false}
        icon={<Menu className="size-5" />}
        aria-expanded={drawerOpen}
        aria-controls={DRAWER_ID}
        onClick={onOpenDrawer}
        className="md:hidden"
      />
      <LivePill />
      <p aria-hidden="true" className="ml-2 hidden truncate text-sm text-text-muted lg:block">
        {title}
      </p>
      <span className="min-w-0 flex-1" />
      {!isNarrow && (
        <>
          <Clock />
          <ThemeToggle />
        </>
      )}
      <BellSlot />
      {session.state === 'signed-in' ? (
        <Suspense fallback={<span className="ml-1 size-11 shrink-0" />}>
          <UserMenu user={session.user} />
        </Suspense>
      ) : (
        <VisitorButtons hasSignUp={!isNarrow} />
      )}
      {isNarrow && <SecondLine isVisitor={session.state !== 'signed-in'} />}
    </header>
  )
}

/** Second line below 640 px, for what has no room beside the rest. */
function SecondLine({ isVisitor }: { isVisitor: boolean }) {
  return (
    <div className="mt-1 flex min-h-10 basis-full items-center gap-1 border-t border-border pl-2">
      <Clock />
      <span className="min-w-0 flex-1" />
      <ThemeToggle />
      {isVisitor && <SignUp />}
    </div>
  )
}

function Clock() {
  const now = useClock()
  return (
    <time
      dateTime={now.toISOString()}
      title={TIMES_IN_ZONE}
      className="px-1 text-sm text-text-muted sm:shrink-0 sm:whitespace-nowrap"
    >
      <span className="md:hidden">{formatTimestamp(now)}</span>
      <span className="hidden md:inline">{formatClock(now)}</span>
    </time>
  )
}

function VisitorButtons({ hasSignUp }: { hasSignUp: boolean }) {
  return (
    <div className="flex shrink-0 items-center gap-2">
      <ButtonLink to={PATHS.login} variant="outline" size="sm">
        Login
      </ButtonLink>
      {hasSignUp && <SignUp />}
    </div>
  )
}

function SignUp() {
  return (
    <ButtonLink to={PATHS.register} size="sm">
      Sign Up
    </ButtonLink>
  )
}
