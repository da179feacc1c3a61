import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/router.tsx'
import { formatClock } from '../../lib/station-time.ts'
import { useClock } from '../../lib/use-clock.ts'
import { displayNameOf } from '../../session/display-name.ts'
import { useSession } from '../../session/session.ts'
import { ModalElement } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Brand } from './brand.tsx'
import { MenuFooter } from './menu-footer.tsx'
import { MenuList } from './menu-list.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

export const DRAWER_ID = 'menu-drawer'
const CLOSE_AFTER_ROUTE_MS = 100

/** The side menu below 768 px: a modal sheet of 320 px, at most 85 % of the page. */
export function Drawer({ open, onClose }: { open: boolean; onClose(): void }) {
  // The item of the current page leads to the same path, by a new entry.
  const { key } = useLocation()
  const openedAt = useRef(key)
  const navRef = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open) {
      openedAt.current = key
      return
    }
    if (key === openedAt.current) return
    const timer = setTimeout(onClose, CLOSE_AFTER_ROUTE_MS)
    return () => clearTimeout(timer)
  }, [open, key, onClose])
  return (
    <ModalElement
      open={open}
      onClose={onClose}
      label="Menu"
      focusRef={navRef}
      id={DRAWER_ID}
      className="dialog drawer on-maroon m-0 h-dvh max-h-none w-[min(320px,85vw)] max-w-none border-0 bg-nav p-0 text-nav-text shadow-lift"
    >
      <div className="flex h-full flex-col pb-[env(safe-area-inset-bottom)]">
        <DrawerHead onClose={onClose} />
        <nav ref={navRef} aria-label="Main" className="scroll-area min-h-0 flex-1">
          <MenuList open rowClassName="h-12 text-base" />
        </nav>
        <div className="border-t border-nav-muted/20">
          <MenuFooter />
        </div>
      </div>
    </ModalElement>
  )
}

function DrawerHead({ onClose }: { onClose(): void }) {
  const session = useSession()
  const now = useClock()
  return (
    <header className="border-b border-nav-muted/20 pb-3">
      <div className="flex h-14 items-center pr-1">
        <Brand showName className="h-14 flex-1" />
        <ThemeToggle />
        <IconButton label="Close menu" tooltip={false} icon={<X className="size-5" />} onClick={onClose} />
      </div>
      <div className="grid gap-0.5 px-4 text-sm text-nav-muted">
        {session.state === 'signed-in' && (
          <p className="truncate font-semibold text-nav-text">{displayNameOf(session.user)}</p>
        )}
        <time dateTime={now.toISOString()}>{formatClock(now)}</time>
      </div>
    </header>
  )
}
