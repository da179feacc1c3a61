import type { AuthContext } from '../ports.ts'
import type { UserRow } from '../table.ts'
import type { SpentCode } from './second-step.ts'
import { type TotpEvent, totpEmail } from './totp-emails.ts'

type Post = Pick<AuthContext, 'postMail' | 'stationName'>

/** Mails the owner of an account. Returns at once. */
export function notifyOwner({ postMail, stationName }: Post, user: UserRow, event: TotpEvent): void {
  postMail(async () => totpEmail(user, event, stationName))
}

/** Mails the owner when somebody came in by a recovery code. Returns at once. */
export function notifyRecoveryCodeUsed(
  post: Post,
  { user, secondStep }: { user: UserRow; secondStep: SpentCode | null },
): void {
  if (secondStep?.kind === 'recovery')
    notifyOwner(post, user, { what: 'recovery-code-used', left: secondStep.left })
}
