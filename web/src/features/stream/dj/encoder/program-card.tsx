import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../../../lib/load-part.ts'
import type { ProgramAccessProps } from './program-access.tsx'

/** Most shows are sent by the browser: it comes with the press that opens the card. */
const ProgramAccess = lazyPart(async () => (await import('./program-access.tsx')).ProgramAccess)

export type ProgramCardProps = ProgramAccessProps & {
  isOpen?: boolean
  children?: ReactNode
}

/**
 * Card with the settings for BUTT, Mixxx or ffmpeg as the source instead of the browser: the address, and a password
 * for this show.
 */
export function ProgramCard({ broadcastId, isOpen = false, onPrepare, children }: ProgramCardProps) {
  const [wasOpened, setWasOpened] = useState(isOpen)
  return (
    <details
      open={isOpen}
      onToggle={(event) => event.currentTarget.open && setWasOpened(true)}
      className="@container rounded-card border border-border bg-surface p-4 lg:p-6 desk:p-4"
    >
      <summary className="cursor-pointer rounded-input">
        <h2 className="mr-2 inline">Use your own encoder</h2>
        <span className="inline-block text-sm text-text-muted @max-3xs:hidden">BUTT, Mixxx, ffmpeg</span>
      </summary>
      {wasOpened && (
        <div className="mt-4 grid gap-4">
          <p className="text-sm text-text-muted">
            It sends Ogg Opus in stereo to the address below, as to an Icecast server. Only the password
            changes from show to show.
          </p>
          <Suspense fallback={null}>
            <ProgramAccess broadcastId={broadcastId} onPrepare={onPrepare} />
          </Suspense>
          {children}
        </div>
      )}
    </details>
  )
}
