import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import {
  changePasswordBodySchema,
  emailSchema,
  loginBodySchema,
  preferencesBodySchema,
  profileBodySchema,
  registerBodySchema,
  userSchema,
} from './schemas.ts'

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in',
  access: 'public',
  status: 200,
  body: loginBodySchema,
  reply: z.object({ user: userSchema, token: z.string() }),
  refusals: [
    'BAD_CREDENTIALS',
    'TOTP_REQUIRED',
    'TOTP_REFUSED',
    'BANNED',
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_REQUESTS',
  ],
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
  refusals: ['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary:
    'Who is signed in. Nobody is 401; with visitor=ok, for pages, where a refusal is told as an error, it is null',
  access: 'public',
  status: 200,
  query: z.object({ visitor: z.optional(z.literal('ok')) }),
  reply: z.nullable(userSchema),
  refusals: ['NOT_SIGNED_IN'],
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify',
  summary: 'Verify an e-mail address with the code that was sent there',
  access: 'public',
  status: 200,
  query: z.object({
    email: emailSchema,
    code: z.string().check(z.trim(), z.maxLength(20, 'Please enter the 6 digits')),
  }),
  reply: z.object({ verified: z.literal(true) }),
  refusals: ['CODE_REFUSED', 'TOO_MANY_REQUESTS'],
})

export const sendCode = endpoint({
  method: 'POST',
  path: '/api/auth/send-code',
  summary: 'Send a verification code; says the same whether or not there is such an account',
  access: 'public',
  status: 200,
  query: z.object({ email: emailSchema }),
  reply: z.object({ accepted: z.literal(true) }),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/auth/:id',
  summary: 'An account: your own, or any for staff',
  access: 'signed-in',
  status: 200,
  params: idParams,
  reply: userSchema,
  refusals: ['FORBIDDEN'],
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/:id',
  summary: 'Change what an account says about its person: your own, or any for administrators',
  access: 'signed-in',
  status: 200,
  params: idParams,
  body: profileBodySchema,
  reply: userSchema,
  refusals: ['FORBIDDEN'],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/:id/change-password',
  summary: 'Change your own password: every other session of yours ends at once',
  access: 'signed-in',
  status: 200,
  params: idParams,
  body: changePasswordBodySchema,
  reply: z.object({ changed: z.literal(true) }),
  refusals: ['FORBIDDEN', 'WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS'],
})

export const updatePreferences = endpoint({
  method: 'PUT',
  path: '/api/auth/me/preferences',
  summary: 'Choose notification settings',
  access: 'signed-in',
  status: 200,
  body: preferencesBodySchema,
  reply: userSchema,
})

export const authEndpoints = {
  login,
  logout,
  register,
  me,
  verifyEmail,
  sendCode,
  getUser,
  updateProfile,
  changePassword,
  updatePreferences,
}
