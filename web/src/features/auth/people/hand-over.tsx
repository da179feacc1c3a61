import type { User } from '@carillon/contract/auth/schemas'
import { useEffect, useRef } from 'react'
import { roleLabel } from '../../../session/display-name.ts'
import { BreakableEmails } from '../../../ui/breakable-emails.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

export type HandOverProps = { user: User; password: string; onDone(): void }

/** Credentials of a new account, to hand over; the password is shown here and never again. */
export function HandOver({ user, password, onDone }: HandOverProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className="grid gap-4 outline-none">
      <p>
        {user.name} can sign in as {roleLabel(user.role)}. Hand this over now: the password is not shown
        again.
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-card bg-surface-2 p-4 text-sm">
        <dt className="text-text-muted">Email</dt>
        <dd className="font-semibold wrap-anywhere">
          <BreakableEmails text={user.email} />
        </dd>
        <dt className="text-text-muted">Password</dt>
        <dd className="font-mono font-semibold break-all">{password}</dd>
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={`${user.email}\n${password}`} label="Copy" />
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
