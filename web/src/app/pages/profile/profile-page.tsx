import type { User } from '@carillon/contract/auth/schemas'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { AccountCard } from '../../../features/auth/account/account-card.tsx'
import { DetailsForm } from '../../../features/auth/account/details-form.tsx'
import { PasswordForm } from '../../../features/auth/account/password-form.tsx'
import { ProfileSection } from '../../../features/auth/account/profile-section.tsx'
import { VerifyEmail } from '../../../features/auth/account/verify-email.tsx'
import { useSession } from '../../../session/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { PageFrame } from '../../layout/page-frame.tsx'

/** `/profile`: who one is here, and what of it may be changed. */
export function ProfilePage() {
  const session = useSession()
  return (
    <PageFrame title="Profile">
      {session.state === 'signed-in' && <Profile key={session.user.id} user={session.user} />}
    </PageFrame>
  )
}

type Part = 'details' | 'email' | 'password'

function Profile({ user }: { user: User }) {
  const [unfolded, setUnfolded] = useState<Part | null>('details')
  const [detailsRef, toDetails] = useHeading()
  const [emailRef, toEmail] = useHeading()
  const part = (id: Part) => ({
    id,
    open: unfolded === id,
    onToggle: () => setUnfolded(unfolded === id ? null : id),
  })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-6">
      <div className="lg:sticky lg:top-8">
        <AccountCard user={user} />
      </div>
      <div className="grid gap-4 lg:gap-6">
        <ProfileSection {...part('details')} title="Personal details" headingRef={detailsRef}>
          <DetailsForm user={user} onBarGone={toDetails} />
        </ProfileSection>
        <ProfileSection
          {...part('email')}
          title="Email"
          mark={
            <Badge tone={user.verified ? 'success' : 'warning'}>
              {user.verified ? 'Verified' : 'Not verified'}
            </Badge>
          }
          headingRef={emailRef}
        >
          <VerifyEmail user={user} onVerified={toEmail} />
        </ProfileSection>
        <ProfileSection {...part('password')} title="Password">
          <PasswordForm user={user} />
        </ProfileSection>
      </div>
    </div>
  )
}

/** A heading and the way to bring the focus there once it is lost: whoever types in a field keeps it. */
function useHeading(): [RefObject<HTMLHeadingElement | null>, () => void] {
  const ref = useRef<HTMLHeadingElement>(null)
  const focus = useCallback(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])
  return [ref, focus]
}
