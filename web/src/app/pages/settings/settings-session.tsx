import { useState } from 'react'
import { Link } from '../../../lib/router/link.tsx'
import { useNavigate } from '../../../lib/router/router.tsx'
import { BreakableEmails } from '../../../ui/breakable-emails.tsx'
import { Button } from '../../../ui/button.tsx'
import { LogoutDialog } from '../../layout/logout-dialog.tsx'
import { PATHS } from '../../paths.ts'

/** The way out of here, and of everywhere else. */
export function SessionSettings({ email }: { email: string }) {
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <p className="min-w-0">
        Signed in as{' '}
        <strong className="font-semibold wrap-anywhere">
          <BreakableEmails text={email} />
        </strong>
        <span className="block text-sm text-text-muted">
          To sign out everywhere else,{' '}
          <Link to={PATHS.profile} className="text-link underline underline-offset-3">
            change your password
          </Link>
          .
        </span>
      </p>
      <Button variant="danger" onClick={() => setLeaving(true)}>
        Sign Out
      </Button>
      <LogoutDialog
        open={isLeaving}
        onCancel={() => setLeaving(false)}
        onConfirm={() => navigate(PATHS.logout)}
      />
    </div>
  )
}
