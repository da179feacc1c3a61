import { useState } from 'react'
import { ResetPasswordForm } from '../../../features/auth/sign-in/reset-password-form.tsx'
import { usePageTitle } from '../../../lib/document-title.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useLocation } from '../../../lib/router/router.tsx'
import { useSession } from '../../../session/session.ts'
import { Banner } from '../../../ui/banner.tsx'
import { PATHS } from '../../paths.ts'
import { GateFrame } from './gate-frame.tsx'

const LINK = 'text-link underline underline-offset-3'

/** `/reset-password`: where the link of the mail leads, with its token after the `#`. */
export function ResetPasswordPage() {
  usePageTitle('New password')
  const token = useLocation().hash.slice(1)
  return (
    <GateFrame
      title="Choose a new password"
      subtitle="This signs you out on all your devices."
      formClassName="max-w-100"
    >
      {/* Another link in the same tab only changes what is after the #. */}
      <Reset key={token} token={token} />
    </GateFrame>
  )
}

function Reset({ token }: { token: string }) {
  const { refresh } = useSession()
  const [state, setState] = useState<'open' | 'changed' | 'refused'>(token ? 'open' : 'refused')
  const finish = () => {
    setState('changed')
    // This browser may have been signed in to the account.
    void refresh()
  }
  return (
    <>
      {state === 'open' && (
        <ResetPasswordForm token={token} onChanged={finish} onRefused={() => setState('refused')} />
      )}
      <div role="status" className="grid gap-4 empty:hidden">
        {state === 'changed' && (
          <>
            <Banner tone="success">Your password is changed. Sign in with the new one.</Banner>
            <Link to={PATHS.login} className={LINK}>
              Sign in
            </Link>
          </>
        )}
        {state === 'refused' && (
          <>
            <Banner tone="warning">This link was already used or no longer works.</Banner>
            <Link to={PATHS.forgotPassword} className={LINK}>
              Ask for a new link
            </Link>
          </>
        )}
      </div>
    </>
  )
}
