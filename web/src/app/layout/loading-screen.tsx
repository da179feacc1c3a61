import { Spinner } from '../../ui/spinner.tsx'

/** What shows while it is not yet known who is signed in. */
export function LoadingScreen() {
  return (
    <div className="grid h-full min-h-64 place-content-center" role="status">
      <p className="flex items-center gap-3 text-text-muted">
        <Spinner className="size-6 text-primary" />
        Loading dashboard...
      </p>
    </div>
  )
}
