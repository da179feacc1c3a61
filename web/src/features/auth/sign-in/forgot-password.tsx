import { Link } from '../../../lib/router/link.tsx'

/** The link to what helps somebody who forgot the password. */
export function ForgotPassword({ path }: { path: string }) {
  return (
    <Link
      to={path}
      className="inline-flex items-center rounded-sm text-sm text-link underline underline-offset-3 coarse:min-h-11"
    >
      Forgot your password?
    </Link>
  )
}
