import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countSchema, idParams } from '../fields.ts'
import type { Role } from '../roles.ts'
import { instantSchema } from '../time.ts'
import { codeTextSchema, currentPasswordSchema, userSchema } from './schemas.ts'

/** RFC 6238 s4.1: a new code every this many seconds. */
export const TOTP_PERIOD_SECONDS = 30
export const TOTP_DIGITS = 6
export const RECOVERY_CODES = 10
/** A secret that was shown and not confirmed is good for this long. */
export const TOTP_SETUP_MINUTES = 15

/** Whose accounts may have a second step. Who had it and became a listener keeps it until it is turned off. */
export const TOTP_ROLES = ['DJ', 'MODERATOR', 'ADMIN'] as const satisfies readonly Role[]

const proofSchema = z.object({ password: currentPasswordSchema, code: codeTextSchema })

export const totpStatusSchema = z.object({
  on: z.boolean(),
  since: z.nullable(instantSchema),
  recoveryCodesLeft: countSchema,
})
export type TotpStatus = z.infer<typeof totpStatusSchema>

/** Recovery codes leave the station once, in this reply. */
export const totpCodesSchema = z.extend(totpStatusSchema, { recoveryCodes: z.array(z.string()) })

export const totpStatus = endpoint({
  method: 'GET',
  path: '/api/auth/totp',
  summary: 'Whether your sign-in asks for a code, since when, and how many recovery codes are left',
  access: 'signed-in',
  status: 200,
  reply: totpStatusSchema,
})

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/begin',
  summary: 'Get a secret for an authenticator app; nothing is on before it is confirmed',
  access: TOTP_ROLES,
  status: 200,
  body: z.object({ password: currentPasswordSchema }),
  reply: z.object({
    /** Base32 (RFC 4648 s6), without padding. */
    secret: z.string(),
    /** The same as `otpauth://totp/...`, to be drawn as a QR code. */
    uri: z.string(),
  }),
  refusals: ['WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS', 'TOTP_STATE'],
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  summary: 'Turn two-step sign-in on by a code of the app; gives the recovery codes',
  access: TOTP_ROLES,
  status: 200,
  body: z.object({ code: codeTextSchema }),
  reply: totpCodesSchema,
  refusals: ['CODE_REFUSED', 'TOO_MANY_ATTEMPTS', 'TOTP_STATE', 'NOT_FOUND'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/totp/recovery-codes',
  summary: 'Get new recovery codes; the old ones stop working',
  access: 'signed-in',
  status: 200,
  body: proofSchema,
  reply: totpCodesSchema,
  refusals: ['WRONG_PASSWORD', 'CODE_REFUSED', 'TOO_MANY_ATTEMPTS', 'TOTP_STATE'],
})

export const turnTotpOff = endpoint({
  method: 'POST',
  path: '/api/auth/totp/off',
  summary: 'Turn your two-step sign-in off',
  access: 'signed-in',
  status: 200,
  body: proofSchema,
  reply: totpStatusSchema,
  refusals: ['WRONG_PASSWORD', 'CODE_REFUSED', 'TOO_MANY_ATTEMPTS'],
})

export const turnTotpOffFor = endpoint({
  method: 'POST',
  path: '/api/auth/:id/totp/off',
  summary: 'Turn two-step sign-in off for somebody else, who lost their phone; they are told by mail',
  access: ['ADMIN'],
  status: 200,
  params: idParams,
  reply: userSchema,
})

export const totpEndpoints = {
  totpStatus,
  beginTotp,
  confirmTotp,
  renewRecoveryCodes,
  turnTotpOff,
  turnTotpOffFor,
}
