import { z } from 'zod/mini'
import { idSchema } from './fields.ts'

export const ROLES = ['LISTENER', 'DJ', 'MODERATOR', 'ADMIN'] as const
export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>

/** Roles that supervise: they see what listeners do not. */
export const STAFF = ['MODERATOR', 'ADMIN'] as const satisfies readonly Role[]
export const BROADCASTERS = ['DJ', 'ADMIN'] as const satisfies readonly Role[]

/** The only form in which other people's accounts appear: no e-mail, no birthdate. */
export const personSchema = z.object({ id: idSchema, name: z.string(), role: roleSchema })
export type Person = z.infer<typeof personSchema>
