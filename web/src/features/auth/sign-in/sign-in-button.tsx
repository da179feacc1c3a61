import { useOnline } from '../../../lib/use-online.ts'
import { Button } from '../../../ui/button.tsx'

/** Submits a step of signing in; it takes no clicks while one has to wait, or is offline, and says so. */
export function SignInButton({ busy, waitSeconds }: { busy: boolean; waitSeconds: number }) {
  const online = useOnline()
  return (
    <Button
      type="submit"
      busy={busy}
      busyLabel="Signing in…"
      aria-disabled={waitSeconds > 0 || !online || undefined}
      className="w-full max-md:h-12"
    >
      {labelOf(waitSeconds, online)}
    </Button>
  )
}

function labelOf(waitSeconds: number, online: boolean): string {
  if (!online) return "You're offline"
  return waitSeconds > 0 ? `Try again in ${waitSeconds} s` : 'Sign in'
}
