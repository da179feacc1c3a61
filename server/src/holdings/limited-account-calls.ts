import { CODE_RESEND_SECONDS, REMOVED_WITH_BAN } from '@carillon/contract/auth/schemas'
import { passwordLimitsOf } from '../features/auth/change-password.ts'
import { HASHING } from '../features/auth/password.ts'
import { LINK_TRIES, RESETS_AN_HOUR } from '../features/auth/reset-password.ts'
import { RESETS_OF_ACCOUNT } from '../features/auth/reset-password-of.ts'
import { limitsOf } from '../features/auth/sign-in.ts'
import { SIGN_UPS } from '../features/auth/sign-up.ts'
import { CODE_SEMAPHORE } from '../features/auth/verify-email.ts'
import { MAX_WAITING } from '../mail/mailer.ts'
import { ANSWERED, EVERY_REQUEST } from './common.ts'
import { counted, type Holding } from './holding.ts'

const PASSWORDS: Holding = {
  kind: 'call',
  places: [
    'POST /api/auth/login',
    'POST /api/auth/:id/change-password',
    'POST /api/auth/totp/begin',
    'POST /api/auth/totp/confirm',
    'POST /api/auth/totp/recovery-codes',
    'POST /api/auth/totp/off',
    'POST /api/auth/users',
  ],
  holds: 'a thread and 19 MiB for a hash, or a place in the line for one; attempts',
  limits: [
    counted('server/src/features/auth/password.ts', { HASHING }, 'hashes at work, and in the line', 'all'),
    counted(
      'server/src/features/auth/sign-in.ts',
      { 'limitsOf()': firstOf(limitsOf({ email: '', address: '' })) },
      'failures in 15 min',
      'account',
    ),
    counted(
      'server/src/features/auth/change-password.ts',
      { 'passwordLimitsOf()': firstOf(passwordLimitsOf({ id: 0 })) },
      'failures in 15 min',
      'person',
    ),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'TOO_MANY_REQUESTS',
}

const SIGN_UP: Holding = {
  kind: 'call',
  places: ['POST /api/auth/register'],
  holds: 'a thread and 19 MiB for a hash; a row of users, activities and notifications',
  limits: [
    counted('server/src/features/auth/sign-up.ts', { SIGN_UPS }, 'tries', 'address'),
    counted('server/src/features/auth/password.ts', { HASHING }, 'hashes at work, and in the line', 'all'),
    ...EVERY_REQUEST,
  ],
  ends: 'the reply; the rows stay',
  refusal: 'TOO_MANY_REQUESTS',
}

const CODES: Holding = {
  kind: 'call',
  places: ['POST /api/auth/send-code'],
  holds: 'a mail that waits, and a row of email_codes',
  limits: [
    counted('contract/src/auth/schemas.ts', { CODE_RESEND_SECONDS }, 's between two codes', 'account'),
    counted('server/src/mail/mailer.ts', { MAX_WAITING }, 'mails that wait', 'all'),
    ...EVERY_REQUEST,
  ],
  ends: 'the mail is sent, or given up',
  // Who asks is not told whether there was anything to send.
  refusal: 'less is done',
}

const RESETS: Holding = {
  kind: 'call',
  places: ['POST /api/auth/forgot-password'],
  holds: 'a mail that waits, and a row of password_resets',
  limits: [
    counted('server/src/features/auth/reset-password.ts', { RESETS_AN_HOUR }, 'requests', 'address'),
    counted('server/src/mail/mailer.ts', { MAX_WAITING }, 'mails that wait', 'all'),
    ...EVERY_REQUEST,
  ],
  ends: 'the mail is sent, or given up',
  refusal: 'TOO_MANY_REQUESTS',
}

const RESET_LINKS: Holding = {
  kind: 'call',
  places: ['POST /api/auth/reset-password'],
  holds: 'a thread and 19 MiB for a hash',
  limits: [
    counted('server/src/features/auth/reset-password.ts', { LINK_TRIES }, 'tries', 'address'),
    counted('server/src/features/auth/password.ts', { HASHING }, 'hashes at work, and in the line', 'all'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'TOO_MANY_ATTEMPTS',
}

const RESETS_OF_OTHERS: Holding = {
  kind: 'call',
  places: ['POST /api/auth/:id/reset-password'],
  holds: 'a place in the line of password hashes, a mail that waits, and a row of password_resets',
  limits: [
    counted('server/src/features/auth/reset-password-of.ts', { RESETS_OF_ACCOUNT }, 'requests', 'account'),
    counted('server/src/mail/mailer.ts', { MAX_WAITING }, 'mails that wait', 'all'),
    ...EVERY_REQUEST,
  ],
  ends: 'the mail is sent, or given up',
  refusal: 'TOO_MANY_REQUESTS',
}

const BANS: Holding = {
  kind: 'call',
  places: ['POST /api/auth/:id/ban'],
  holds: 'with the removal of messages: their ids, and an event for each',
  limits: [
    counted('contract/src/auth/schemas.ts', { REMOVED_WITH_BAN }, 'rows held', 'request'),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'less is done',
}

const GUESSES: Holding = {
  kind: 'call',
  places: ['POST /api/auth/verify'],
  holds: 'a connection to the database, or a place in the line for one, for 200 ms',
  limits: [
    counted(
      'server/src/features/auth/verify-email.ts',
      { CODE_SEMAPHORE },
      'at work, and in the line',
      'all',
    ),
    ...EVERY_REQUEST,
  ],
  ends: ANSWERED,
  refusal: 'TOO_MANY_REQUESTS',
}

/** Calls about accounts that one person or address may make only so often. */
export const LIMITED_ACCOUNT_CALLS: readonly Holding[] = [
  PASSWORDS,
  SIGN_UP,
  CODES,
  RESETS,
  RESET_LINKS,
  RESETS_OF_OTHERS,
  BANS,
  GUESSES,
]

/** Tries that the first of these limits allows. */
function firstOf(limits: readonly { limit: number }[]): number {
  return limits[0]?.limit ?? 0
}
