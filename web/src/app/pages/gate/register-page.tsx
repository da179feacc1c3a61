import { RegisterForm } from '../../../features/auth/sign-in/register-form.tsx'
import { usePageTitle } from '../../../lib/document-title.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useNavigate } from '../../../lib/router/router.tsx'
import { PATHS } from '../../paths.ts'
import { GateFrame } from './gate-frame.tsx'

/** `/register`. */
export function RegisterPage() {
  usePageTitle('Register')
  const navigate = useNavigate()
  return (
    <GateFrame title="Create your account" subtitle="Join the community" formClassName="max-w-120">
      <RegisterForm
        paths={PATHS}
        onRegistered={(email) => navigate(PATHS.login, { state: { registered: email } })}
      />
      <p className="text-sm text-text-muted">
        Already have an account?{' '}
        <Link to={PATHS.login} className="text-link underline underline-offset-3">
          Sign in
        </Link>
      </p>
    </GateFrame>
  )
}
