import { Link } from 'react-router'
import { Popover } from '../../../ui/popover.tsx'

/** The link that leads nowhere yet, says so, and names whom to ask. */
export function ForgotPassword({ contactPath }: { contactPath: string }) {
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
          <Link to={contactPath} className="text-link underline underline-offset-3">
            Contact the station
          </Link>{' '}
          and someone will help you in.
        </p>
      )}
    </Popover>
  )
}
