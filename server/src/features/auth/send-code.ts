import { CODE_LIFETIME_MINUTES, CODE_RESEND_SECONDS } from '@carillon/contract/auth/schemas'
import { HOUR_MS } from '@carillon/contract/durations'
import { networkOf } from '../../kernel/ip-network.ts'
import type { LimitedKey, RateLimiter } from '../../kernel/rate-limiter.ts'
import { hashCode, newCode } from './code.ts'
import { replaceCode } from './code-store.ts'
import type { AuthContext } from './ports.ts'
import { findUserByEmail } from './store.ts'

const TRIES = 5

/**
 * Sends a code to an account that has yet to prove its e-mail, unless it was sent one just now. Returns before anything
 * of this is looked at: neither the answer nor how long it takes tells whether there is such an account.
 */
export function sendCode(
  context: AuthContext,
  limiter: RateLimiter,
  { email, address }: { email: string; address: string },
): void {
  const count = async () => {
    const taken = await limiter.consume(limitsOf(email, address))
    if (taken.ok) post(context, email)
  }
  void count()
}

function post({ db, clock, postMail, stationName }: AuthContext, email: string): void {
  postMail(async () => {
    const user = await findUserByEmail(db, email)
    if (!user || user.verified) return null
    const code = newCode()
    const expires_at = new Date(clock.now() + CODE_LIFETIME_MINUTES * 60_000)
    await replaceCode(db, { user_id: user.id, ...hashCode(code), tries_left: TRIES, expires_at })
    return { to: user.email, ...emailsFor({ code, stationName }) }
  })
}

/** Whose mailbox, and who fills it. A campus sits behind one address. */
function limitsOf(email: string, address: string): LimitedKey[] {
  return [
    { key: `code ${email}`, limit: 1, windowMs: CODE_RESEND_SECONDS * 1000 },
    { key: `codes ${email}`, limit: 5, windowMs: HOUR_MS },
    { key: `codes from ${networkOf(address)}`, limit: 300, windowMs: HOUR_MS },
  ]
}

/** It names nobody: who asked may have registered with a stranger's e-mail, and a name of their choice. */
function emailsFor({ code, stationName }: Record<'code' | 'stationName', string>) {
  const lines = [
    'Hello,',
    '',
    `your verification code for ${stationName} is`,
    '',
    `    ${code}`,
    '',
    `It works for ${CODE_LIFETIME_MINUTES} minutes, and only the newest code counts.`,
    'If you did not ask for it, you can ignore this email.',
    '',
    stationName,
  ]
  return { subject: `${code} is your verification code for ${stationName}`, text: `${lines.join('\n')}\n` }
}
