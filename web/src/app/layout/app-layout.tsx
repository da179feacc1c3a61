import { Suspense, useCallback, useRef, useState } from 'react'
import { MiniPlayer } from '../../features/stream/listener/mini-player.tsx'
import { useLocation } from '../../lib/router/router.tsx'
import { InnerRoute } from '../../lib/router/routes.tsx'
import { useSession } from '../../session/session.ts'
import { RouteErrorBoundary } from '../route-error-boundary.tsx'
import { ShortcutHelpSlot } from '../shortcuts/shortcut-help-slot.tsx'
import { OnAirSlot } from '../slots/on-air-slot.tsx'
import { RecordingBarSlot } from '../slots/recording-bar-slot.tsx'
import { Drawer } from './drawer.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { OfflineBar, SessionBar } from './notices.tsx'
import { Rail } from './rail.tsx'
import { TopBar } from './top-bar.tsx'
import { useRouteScroll } from './use-route-scroll.ts'

/** The frame of every page but sign-in and sign-up: menu, top bar, bars, the scrolling main. */
export function AppLayout() {
  const session = useSession()
  return session.state === 'loading' ? <LoadingScreen /> : <Frame />
}

function Frame() {
  const [drawerOpen, setDrawerOpen] = useState(false)
  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  const mainRef = useRef<HTMLElement>(null)
  useRouteScroll(mainRef)
  return (
    <div className="flex h-dvh">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Rail />
      <Drawer open={drawerOpen} onClose={closeDrawer} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar drawerOpen={drawerOpen} onOpenDrawer={() => setDrawerOpen(true)} />
        <OnAirSlot />
        <OfflineBar />
        <SessionBar />
        {/* Positioned, so that what is only there for screen readers scrolls with it and not the document. Who writes in
            a chat that stays in view must not scroll the page away from under it. */}
        <main
          ref={mainRef}
          id="main"
          tabIndex={-1}
          className="scroll-area relative min-h-0 flex-1 scroll-py-24 has-[#chat]:scroll-py-0 [container-type:size]"
        >
          {/* A page that breaks keeps the menu, the top bar and the sound around it. */}
          <RouteErrorBoundary pathname={useLocation().pathname}>
            <Suspense fallback={<LoadingScreen />}>
              <InnerRoute />
            </Suspense>
          </RouteErrorBoundary>
        </main>
        <RecordingBarSlot />
        <MiniPlayer />
      </div>
      <ShortcutHelpSlot />
    </div>
  )
}
