import { z } from 'zod/mini'
import { idSchema, lineSchema, writtenSchema } from '../fields.ts'
import { roleSchema } from '../roles.ts'
import { dateSchema, instantSchema, localDay } from '../time.ts'

export const MIN_PASSWORD_LENGTH = 6
export const MIN_AGE = 13
export const USERS_PAGE_SIZE = 15
export const SESSION_COOKIE = 'token'
/** Name of the cookie where it is set by https: no other host, no address below and no plain page can set this one. */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`
export const CODE_LENGTH = 6
/** Minutes that a link to reset a password works. */
export const RESET_LIFETIME_MINUTES = 30
/** Minutes that a verification code is valid. */
export const CODE_LIFETIME_MINUTES = 10
/** Before this the station sends no other code, and does not say so. */
export const CODE_RESEND_SECONDS = 60

export const passwordSchema = z
  .string()
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, 'Password must be at least 6 characters long'),
    z.maxLength(200, 'Password must be at most 200 characters long'),
  )
const INVALID_EMAIL = 'Please enter a valid email address'
export const emailSchema = z.pipe(
  z.string().check(z.trim(), z.toLowerCase()),
  z.email(INVALID_EMAIL).check(z.maxLength(254, INVALID_EMAIL)),
)
const nameSchema = lineSchema(80, 'Please enter a name')
/** Empty is "prefer not to say". */
export const genderSchema = z.enum(['MALE', 'FEMALE', 'OTHER', ''])

export const userSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: roleSchema,
  firstname: z.string(),
  lastname: z.string(),
  name: z.string(),
  birthdate: z.nullable(dateSchema),
  gender: genderSchema,
  verified: z.boolean(),
  banned: z.boolean(),
  bannedUntil: z.nullable(instantSchema),
  banReason: z.nullable(z.string()),
  notifyBroadcastStart: z.boolean(),
  notifyBroadcastReminders: z.boolean(),
  notifyNewSchedule: z.boolean(),
  notifySystemUpdates: z.boolean(),
  createdAt: instantSchema,
  /** Whether signing in asks for a code after the password. */
  totp: z.boolean(),
})
export type User = z.infer<typeof userSchema>

/** The password that somebody has already. */
export const currentPasswordSchema = z
  .string()
  .check(z.minLength(1, 'Please enter your current password'), z.maxLength(200))
/** A code of an authenticator app or a recovery code, as it was typed. */
export const codeTextSchema = z
  .string()
  .check(z.trim(), z.minLength(1, 'Please enter a code'), z.maxLength(40, 'Please enter a code'))

export const loginBodySchema = z.object({
  email: emailSchema,
  password: z.string().check(z.minLength(1, 'Please enter your password'), z.maxLength(200)),
  remember: z._default(z.boolean(), false),
  /** The second step, for accounts that have one; without it they are answered TOTP_REQUIRED. */
  code: z.optional(codeTextSchema),
})

const NO_BIRTHDATE = 'Please enter your date of birth'
export const birthdateSchema = z.pipe(z.string(NO_BIRTHDATE).check(z.minLength(1, NO_BIRTHDATE)), dateSchema)

export const registerBodySchema = z.object({
  firstname: nameSchema,
  lastname: nameSchema,
  email: emailSchema,
  password: passwordSchema,
  birthdate: birthdateSchema,
  gender: z._default(genderSchema, ''),
})

/** Personal details; omitted ones stay. Without a birthdate is possible, too young is not. */
export const profileBodySchema = z.object({
  firstname: z.optional(nameSchema),
  lastname: z.optional(nameSchema),
  birthdate: z.optional(z.nullable(birthdateSchema)),
  gender: z.optional(genderSchema),
})

export const changePasswordBodySchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: passwordSchema,
})

/** Notification preferences; omitted ones stay. */
export const preferencesBodySchema = z.object({
  notifyBroadcastStart: z.optional(z.boolean()),
  notifyBroadcastReminders: z.optional(z.boolean()),
  notifyNewSchedule: z.optional(z.boolean()),
  notifySystemUpdates: z.optional(z.boolean()),
})

/** An account made by an administrator, who hands the password over; the station shows it to nobody. */
export const createUserBodySchema = z.object({
  firstname: nameSchema,
  lastname: nameSchema,
  email: emailSchema,
  password: passwordSchema,
  role: z._default(roleSchema, 'LISTENER'),
  birthdate: z._default(z.nullable(birthdateSchema), null),
  gender: z._default(genderSchema, ''),
})

export const USER_STATUSES = ['ACTIVE', 'BANNED'] as const

/** Narrows a list of accounts: `q` is looked for in names and e-mails. */
export const userFilterSchema = z.object({
  q: z._default(writtenSchema(100), ''),
  role: z.optional(roleSchema),
  status: z.optional(z.enum(USER_STATUSES)),
})

/** Full years lived on the day `now` falls on in `timeZone`; someone born on 29 February grows older on 1 March. */
export function ageOn(birthdate: string, now: Date, timeZone: string): number {
  const today = localDay(now, timeZone)
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years
}

export const BAN_UNITS = ['DAYS', 'WEEKS', 'YEARS', 'PERMANENT'] as const

/** A ban that removes messages removes those of this time before it, and no more than this many of them. */
export const REMOVED_WITH_BAN = { hours: 24, messages: 1_000 } as const

export const banBodySchema = z.object({
  unit: z._default(z.enum(BAN_UNITS), 'PERMANENT'),
  amount: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
  reason: z._default(writtenSchema(500), ''),
  /** Also removes what the person wrote in the chat lately. */
  removeMessages: z._default(z.boolean(), false),
})
