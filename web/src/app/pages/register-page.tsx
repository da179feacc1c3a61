import { Link } from 'react-router'
import { usePageTitle } from '../../lib/document-title.ts'
import { PATHS } from '../paths.ts'
import { GateFrame } from './gate-frame.tsx'
import { RegisterForm } from './register-form.tsx'

/** `/register`. */
export function RegisterPage() {
  usePageTitle('Register')
  return (
    <GateFrame title="Create your account" subtitle="Join the community" formClassName="max-w-120">
      <RegisterForm />
      <p className="text-sm text-text-muted">
        Already have an account?{' '}
        <Link to={PATHS.login} className="text-link underline underline-offset-3">
          Sign in
        </Link>
      </p>
    </GateFrame>
  )
}
