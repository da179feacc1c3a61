import { Link } from 'react-router'
import { Popover } from '../../ui/popover.tsx'
import { PATHS } from '../paths.ts'

/** The link that leads nowhere yet, and says so. */
export function ForgotPassword() {
  return (
    <Popover
      label="Forgot your password?"
      className="w-72 p-4 text-sm"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className="rounded-sm text-sm text-link underline underline-offset-3 coarse:min-h-11"
        >
          Forgot your password?
        </button>
      )}
    >
      {() => (
        <p>
          A password cannot be reset here yet.{' '}
          <Link to={PATHS.contact} className="text-link underline underline-offset-3">
            Contact the station
          </Link>{' '}
          and someone will help you in.
        </p>
      )}
    </Popover>
  )
}
