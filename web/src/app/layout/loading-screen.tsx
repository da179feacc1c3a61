import { isPartWaiting } from '../../lib/load-part.ts'
import { useStore } from '../../lib/store.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Spinner } from '../../ui/spinner.tsx'

/** Screen until the session and the page are loaded; `error`: why the session is not known. */
export function LoadingScreen({ error }: { error?: string | undefined }) {
  const isOnline = useOnline()
  const isWaiting = useStore(isPartWaiting) || error !== undefined
  return (
    <div className="grid h-full min-h-64 place-content-center gap-2 px-4" role="status">
      <p className="flex items-center gap-3 text-text-muted">
        <Spinner className="size-6 text-primary" />
        {isOnline && !isWaiting ? 'Loading dashboard...' : waitingWords(isOnline)}
      </p>
      {error && <p className="text-center text-sm text-text-muted">{error}</p>}
    </div>
  )
}

/** Why a page that was asked for is not there yet. */
export function waitingWords(isOnline: boolean): string {
  return isOnline
    ? 'The station isn’t answering. This page opens when it does.'
    : "You're offline. This page opens when you're back."
}
