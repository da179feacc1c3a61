import type { Mail } from '../../../mail/mail.ts'
import { greetingOf } from '../greeting.ts'
import type { UserRow } from '../table.ts'

/** Event of the second step that the owner of an account is notified of. */
export type TotpEvent =
  | { what: 'on' }
  | { what: 'off' }
  | { what: 'off-by-admin'; admin: string }
  | { what: 'codes-renewed' }
  | { what: 'recovery-code-used'; left: number }
  | { what: 'wrong-codes' }

type Words = { subject: string; lines: readonly string[] }

const NOT_ME =
  'If this was not you, change your password right away and tell an administrator of the station.'

/** The mail about `news`: anyone who got into an account does not change how it is entered unseen. */
export function totpEmail(
  user: Pick<UserRow, 'email' | 'firstname' | 'verified'>,
  event: TotpEvent,
  stationName: string,
): Mail {
  const { subject, lines } = wordsOf(event, stationName)
  const text = [greetingOf(user), '', ...lines, '', stationName, ''].join('\n')
  return { to: user.email, subject: `${subject}: ${stationName}`, text }
}

function wordsOf(event: TotpEvent, stationName: string): Words {
  switch (event.what) {
    case 'on':
      return {
        subject: 'Two-step sign-in is on',
        lines: [
          `signing in to your account at ${stationName} now asks for a code of your authenticator app.`,
          'Keep your recovery codes where you can find them without your phone.',
          NOT_ME,
        ],
      }
    case 'off':
      return {
        subject: 'Two-step sign-in is off',
        lines: [`signing in to your account at ${stationName} asks only for your password again.`, NOT_ME],
      }
    case 'off-by-admin':
      return {
        subject: 'Two-step sign-in was turned off for you',
        lines: [
          `${event.admin}, an administrator, turned off two-step sign-in for your account at ${stationName}.`,
          'Signing in asks only for your password. You can set it up again in your settings.',
          'If you did not ask for this, tell the station and change your password.',
        ],
      }
    case 'codes-renewed':
      return {
        subject: 'New recovery codes',
        lines: [
          `your account at ${stationName} has new recovery codes; the old ones no longer work.`,
          NOT_ME,
        ],
      }
    case 'recovery-code-used':
      return {
        subject: 'A recovery code was used',
        lines: [
          `someone signed in to your account at ${stationName} with your password and a recovery code.`,
          `${codesLeft(event.left)} You can make new ones in your settings.`,
          NOT_ME,
        ],
      }
    case 'wrong-codes':
      return {
        subject: 'Wrong codes after your password',
        lines: [
          `someone entered your password at ${stationName}, and then wrong codes, three times or more.`,
          'They were not signed in, but they know your password.',
          NOT_ME,
        ],
      }
  }
}

function codesLeft(left: number): string {
  if (left === 0) return 'It was the last one.'
  return left === 1 ? 'One is left.' : `${left} are left.`
}
