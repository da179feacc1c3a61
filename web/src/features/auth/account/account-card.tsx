import type { User } from '@carillon/contract/auth/schemas'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../../lib/station-time.ts'
import { displayNameOf, roleLabel } from '../../../session/display-name.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Rings } from '../../../ui/rings.tsx'
import { UserAvatar } from './user-avatar.tsx'

/** Card of one's own account: face, name, role, e-mail, since when, and what others see of it. */
export function AccountCard({ user }: { user: User }) {
  const name = displayNameOf(user)
  return (
    <section
      aria-labelledby="account"
      className="overflow-hidden rounded-hero border border-border bg-surface"
    >
      <div className="relative h-22 overflow-hidden bg-stage lg:h-26">
        {/* They ring out from the face below. */}
        <Rings
          state="resting"
          className="absolute bottom-0 left-14 w-[34rem] max-w-none -translate-x-1/2 translate-y-1/2 text-accent lg:left-16"
        />
      </div>
      <div className="relative grid gap-1 px-4 pb-5 lg:px-6">
        <UserAvatar user={user} className="relative -mt-10 mb-2 size-20 text-2xl ring-4 ring-surface" />
        <h2 id="account" className="text-xl break-words">
          {name}
        </h2>
        <p className="truncate text-sm text-text-muted" title={user.email}>
          {user.email}
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Badge tone="accent">{roleLabel(user.role)}</Badge>
          {user.verified && (
            <Badge tone="success">
              <BadgeCheck aria-hidden="true" className="size-3.5" />
              Email verified
            </Badge>
          )}
        </p>
      </div>
      <dl className="grid gap-3 border-t md:max-lg:grid-cols-3 md:max-lg:gap-6 border-border px-4 py-4 text-sm lg:px-6">
        <Fact name="Member since">
          <time dateTime={user.createdAt}>{formatDate(new Date(user.createdAt))}</time>
        </Fact>
        <Fact name="Role">
          {roleLabel(user.role)}. To have it changed, ask {user.role === 'ADMIN' ? 'another' : 'an'} admin.
        </Fact>
        <Fact name="Others see">Your name and role, nothing else.</Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
