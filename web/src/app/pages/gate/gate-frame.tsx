import type { ReactNode } from 'react'
import { LivePill } from '../../../features/stream/listener/live-pill.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { STATION_NAME } from '../../../lib/station-name.ts'
import { BellMark } from '../../../ui/bell-mark.tsx'
import { OfflineBar, SessionBar } from '../../layout/notices.tsx'
import { ThemeToggle } from '../../layout/theme-toggle.tsx'
import { PATHS } from '../../paths.ts'
import { BrandPanel } from './brand-panel.tsx'

export type GateFrameProps = {
  title: string
  subtitle: string
  /** 400 px for signing in, 480 for signing up. */
  formClassName: string
  children: ReactNode
}

/** The frame of sign-in and sign-up: what is on now on the maroon panel, the form beside it. */
export function GateFrame({ title, subtitle, formClassName, children }: GateFrameProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[min(42%,600px)_minmax(0,1fr)]">
      <BrandPanel />
      <div className="flex min-w-0 flex-col">
        <OfflineBar />
        <SessionBar />
        <header className="flex h-14 shrink-0 items-center gap-2 px-4 md:px-6">
          <Link
            to={PATHS.root}
            aria-label={`${STATION_NAME}, listen`}
            className="flex min-w-0 items-center gap-2.5 rounded-input lg:hidden"
          >
            <span className="grid size-10 shrink-0 place-items-center rounded-card bg-nav">
              <BellMark className="size-6" />
            </span>
            <span className="truncate font-display text-lg font-bold max-xs:hidden">{STATION_NAME}</span>
          </Link>
          <span className="flex-1" />
          <LivePill />
          <ThemeToggle />
        </header>
        <main id="main" className="grid flex-1 content-center justify-items-center px-4 pt-4 pb-12 md:px-6">
          <div className={`grid w-full gap-6 ${formClassName}`}>
            <header className="grid gap-1.5">
              <h1 tabIndex={-1}>{title}</h1>
              <p className="text-text-muted">{subtitle}</p>
            </header>
            {children}
          </div>
        </main>
      </div>
    </div>
  )
}
