import type { AuthContext } from '../ports.ts'
import type { UserRow } from '../table.ts'
import type { SpentCode } from './second-step.ts'
import { type TotpNews, totpLetter } from './totp-letters.ts'

type Post = Pick<AuthContext, 'postMail' | 'stationName'>

/** Mails the owner of an account. Returns at once. */
export function tellOwner({ postMail, stationName }: Post, user: UserRow, news: TotpNews): void {
  postMail(async () => totpLetter(user, news, stationName))
}

/** Mails the owner when somebody came in by a recovery code. Returns at once. */
export function tellRecoveryCodeUsed(
  post: Post,
  { user, secondStep }: { user: UserRow; secondStep: SpentCode | null },
): void {
  if (secondStep?.kind === 'recovery')
    tellOwner(post, user, { what: 'recovery-code-used', left: secondStep.left })
}
