import { ForgotPasswordForm } from '../../../features/auth/sign-in/forgot-password-form.tsx'
import { usePageTitle } from '../../../lib/document-title.ts'
import { Link } from '../../../lib/router/link.tsx'
import { HAS_MAIL } from '../../../lib/station-contact.ts'
import { PATHS } from '../../paths.ts'
import { GateFrame } from './gate-frame.tsx'

const LINK = 'text-link underline underline-offset-3'

/** `/forgot-password`. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot password')
  return (
    <GateFrame
      title="Forgot your password?"
      subtitle={HAS_MAIL ? 'We’ll email you a link to choose a new one.' : 'This station sends no email.'}
      formClassName="max-w-100"
    >
      {HAS_MAIL ? (
        <ForgotPasswordForm />
      ) : (
        <p>
          <Link to={PATHS.contact} className={LINK}>
            Contact the station
          </Link>{' '}
          and someone will help you in.
        </p>
      )}
      <p className="text-sm text-text-muted">
        Remembered it?{' '}
        <Link to={PATHS.login} className={LINK}>
          Sign in
        </Link>
      </p>
    </GateFrame>
  )
}
