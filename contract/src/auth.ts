import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { roleSchema, STAFF } from './roles.ts'
import { dateSchema, instantSchema, localDay } from './time.ts'

export const MIN_PASSWORD_LENGTH = 6
export const MIN_AGE = 13
export const USERS_PAGE_SIZE = 15
export const SESSION_COOKIE = 'token'

const idParams = z.object({ id: z.coerce.number().int().positive() })
const passwordSchema = z
  .string()
  .min(MIN_PASSWORD_LENGTH, 'Password must be at least 6 characters long')
  .max(200, 'Password must be at most 200 characters long')
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address').max(254, 'Please enter a valid email address'))
const nameSchema = z.string().trim().min(1, 'Please enter a name').max(80, 'At most 80 characters')
/** Empty is "prefer not to say". */
export const genderSchema = z.enum(['MALE', 'FEMALE', 'OTHER', ''])

export const userSchema = z.object({
  id: z.int().positive(),
  email: z.string(),
  role: roleSchema,
  firstname: z.string(),
  lastname: z.string(),
  name: z.string(),
  birthdate: dateSchema.nullable(),
  gender: genderSchema,
  verified: z.boolean(),
  banned: z.boolean(),
  bannedUntil: instantSchema.nullable(),
  banReason: z.string().nullable(),
  notifyBroadcastStart: z.boolean(),
  notifyBroadcastReminders: z.boolean(),
  notifyNewSchedule: z.boolean(),
  notifySystemUpdates: z.boolean(),
  createdAt: instantSchema,
})
export type User = z.infer<typeof userSchema>

export const loginBodySchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'Please enter your password').max(200),
  remember: z.boolean().default(false),
})

export const birthdateSchema = z
  .string('Please enter your date of birth')
  .min(1, 'Please enter your date of birth')
  .pipe(dateSchema)

export const registerBodySchema = z.object({
  firstname: nameSchema,
  lastname: nameSchema,
  email: emailSchema,
  password: passwordSchema,
  birthdate: birthdateSchema,
  gender: genderSchema.default(''),
})

/** Full years lived on the day `now` falls on in `timeZone`; someone born on 29 February grows older on 1 March. */
export function ageOn(birthdate: string, now: Date, timeZone: string): number {
  const today = localDay(now, timeZone)
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years
}

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in',
  access: 'public',
  status: 200,
  body: loginBodySchema,
  reply: z.object({ user: userSchema, token: z.string() }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out: ends this session and its sockets',
  access: 'public',
  status: 200,
  reply: z.object({ signedOut: z.literal(true) }),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create a listener account',
  access: 'public',
  status: 201,
  body: registerBodySchema,
  reply: userSchema,
})

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Who is signed in',
  access: 'signed-in',
  status: 200,
  reply: userSchema,
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/auth/paged',
  summary: 'Accounts, newest first',
  access: STAFF,
  status: 200,
  query: pageQuery(USERS_PAGE_SIZE),
  reply: pageOf(userSchema),
})

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/auth/:id/role',
  summary: 'Change the role of an account; never your own, never the last administrator',
  access: ['ADMIN'],
  status: 200,
  params: idParams,
  query: z.object({ newRole: roleSchema }),
  reply: userSchema,
})

export const BAN_UNITS = ['DAYS', 'WEEKS', 'YEARS', 'PERMANENT'] as const

export const banBodySchema = z.object({
  unit: z.enum(BAN_UNITS).default('PERMANENT'),
  amount: z.int().min(1).max(1000).default(1),
  reason: z.string().trim().max(500, 'At most 500 characters').default(''),
})

export const banUser = endpoint({
  method: 'POST',
  path: '/api/auth/:id/ban',
  summary: 'Ban an account: its sessions and sockets end at once',
  access: STAFF,
  status: 200,
  params: idParams,
  body: banBodySchema,
  reply: userSchema,
})

export const unbanUser = endpoint({
  method: 'POST',
  path: '/api/auth/:id/unban',
  summary: 'Lift the ban of an account',
  access: STAFF,
  status: 200,
  params: idParams,
  reply: userSchema,
})

export const authEndpoints = {
  login,
  logout,
  register,
  me,
  listUsers,
  changeRole,
  banUser,
  unbanUser,
}

/** What the audit log notes. */
export const ACTIVITY_TYPES = [
  'LOGIN',
  'LOGOUT',
  'USER_REGISTER',
  'PROFILE_UPDATE',
  'EMAIL_VERIFY',
  'USER_ROLE_CHANGE',
  'USER_BAN',
  'USER_UNBAN',
  'BROADCAST_CREATE',
  'BROADCAST_UPDATE',
  'BROADCAST_DELETE',
  'BROADCAST_START',
  'BROADCAST_END',
  'SONG_REQUEST',
  'POLL_CREATE',
  'ANNOUNCEMENT_CREATE',
  'ANNOUNCEMENT_PUBLISH',
  'ANNOUNCEMENT_REJECT',
  'CHAT_DELETE',
  'PROFANITY_ADD',
  'STREAM_START',
  'STREAM_STOP',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]
