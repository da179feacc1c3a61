import type { ActivityType } from '@carillon/contract/audit'
import { ACTIVITY_TYPES } from '@carillon/contract/audit'
import { type Role, STAFF } from '@carillon/contract/roles'

/** Activities that concern accounts: their words name e-mails, which only staff may read. */
const ABOUT_ACCOUNTS: readonly ActivityType[] = [
  'LOGIN',
  'LOGOUT',
  'USER_REGISTER',
  'PROFILE_UPDATE',
  'EMAIL_VERIFY',
  'PASSWORD_RESET',
  'USER_ROLE_CHANGE',
  'USER_BAN',
  'USER_UNBAN',
]

/** Whether this role is told the e-mails of others. */
export function seesEmails(role: Role): boolean {
  return STAFF.some((staff) => staff === role)
}

/** The kinds of activity that this role may read, narrowed to those asked for. */
export function visibleTypes(role: Role, asked: readonly ActivityType[] = ACTIVITY_TYPES): ActivityType[] {
  return asked.filter((type) => seesEmails(role) || !ABOUT_ACCOUNTS.includes(type))
}
