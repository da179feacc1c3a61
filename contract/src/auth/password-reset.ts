import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { emailSchema, passwordSchema } from './schemas.ts'

const resetPasswordBodySchema = z.object({
  token: z.string().check(z.maxLength(100)),
  newPassword: passwordSchema,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Mail a link that resets the password; says the same whether or not there is such an account',
  access: 'public',
  status: 200,
  body: z.object({ email: emailSchema }),
  reply: z.object({ accepted: z.literal(true) }),
  refusals: ['TOO_MANY_REQUESTS'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Choose another password with the token of a link; every session of the account ends',
  access: 'public',
  status: 200,
  body: resetPasswordBodySchema,
  reply: z.object({ changed: z.literal(true) }),
  refusals: ['RESET_REFUSED', 'TOO_MANY_ATTEMPTS'],
})

export const resetPasswordFor = endpoint({
  method: 'POST',
  path: '/api/auth/:id/reset-password',
  summary: 'Have somebody else choose another password: their password and sessions end at once',
  access: ['ADMIN'],
  status: 200,
  params: idParams,
  /** Address that the link was mailed to; where no mail is sent, the link itself, once, to be handed over. */
  reply: z.object({ mailedTo: z.nullable(z.string()), link: z.nullable(z.string()) }),
  refusals: ['TOO_MANY_REQUESTS', 'BANNED'],
})

/** The calls of a forgotten password, which few pages need. */
export const resetEndpoints = { forgotPassword, resetPassword, resetPasswordFor }
