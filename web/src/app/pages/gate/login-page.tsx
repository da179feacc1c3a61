import { LoginForm } from '../../../features/auth/sign-in/login-form.tsx'
import { usePageTitle } from '../../../lib/document-title.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useLocation, useNavigate } from '../../../lib/router/router.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { homeOf, PATHS } from '../../paths.ts'
import { GateFrame } from './gate-frame.tsx'

/** `/login`. */
export function LoginPage() {
  usePageTitle('Login')
  const navigate = useNavigate()
  const registered = registeredEmail(useLocation().state)
  return (
    <GateFrame
      title="Sign in to your account"
      subtitle="Your radio broadcast platform"
      formClassName="max-w-100"
    >
      {registered && (
        <Banner tone="success" role="status">
          Your account is ready. Sign in to start listening.
        </Banner>
      )}
      <LoginForm
        email={registered ?? ''}
        forgotPath={PATHS.forgotPassword}
        onSignedIn={({ role }) => navigate(homeOf(role), { replace: true })}
      />
      <p className="text-sm text-text-muted">
        New here?{' '}
        <Link to={PATHS.register} className="text-link underline underline-offset-3">
          Create an account
        </Link>
      </p>
    </GateFrame>
  )
}

/** Sign-up leaves the new address here, so that it need not be typed twice. */
function registeredEmail(state: unknown): string | null {
  const registered = (state as { registered?: unknown } | null)?.registered
  return typeof registered === 'string' ? registered : null
}
