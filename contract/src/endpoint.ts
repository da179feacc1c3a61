import type { z } from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Access to a call: anybody, anybody signed in, or the listed roles. Object rules (own, self) are the service's. */
export type Access = 'public' | 'signed-in' | readonly Role[]
/** At most `limit` within any `windowMs`. */
export type WriteRate = { limit: number; windowMs: number }
/** At most `burst` at once, refilled by `perSecond`. */
export type BurstRate = { burst: number; perSecond: number }

/** Maximum size of a body in bytes, unless its endpoint allows more. */
export const MAX_BODY_BYTES = 16 * 1024

/** One HTTP call as both sides know it. `path` is Fastify's form: `/api/broadcasts/:id`. */
export type Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> = {
  method: Method
  path: string
  summary: string
  access: Access
  /** Rate limit of one person; all that somebody writes has a limit beside this one. */
  rate?: WriteRate | BurstRate
  /** 201 marks a creating POST: it honours `Idempotency-Key`. 204 has no body. */
  status: 200 | 201 | 204
  /** Honours `Idempotency-Key` as well, though it answers 200: to do it twice would be seen. */
  isOncePerKey?: true
  params?: Params
  query?: Query
  body?: Body
  /** Maximum size of its JSON in bytes; MAX_BODY_BYTES by default. Enough for its longest text with every character escaped. */
  maxBodyBytes?: number
  reply: Reply
  /** Lists within the reply whose rows stand for themselves, see rows.ts. A reply that is a list or a page needs none. */
  rows?: readonly string[]
  /** Codes of its rejections, beside those of every call with such an access and such inputs: 429 of a write too. */
  refusals?: readonly ErrorCode[]
}

export type ParamsOf<E extends Endpoint> = E extends { params: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined
/** Result of a handler, before the reply schema strips what the contract does not name. */
export type ReplyOf<E extends Endpoint> = z.input<E['reply']>
export type DataOf<E extends Endpoint> = z.output<E['reply']>

/** Inputs of a caller, where defaults may be left out. */
export type CallOf<E extends Endpoint> = (E extends { params: infer S extends z.ZodMiniType }
  ? { params: z.input<S> }
  : { params?: never }) &
  (E extends { query: infer S extends z.ZodMiniType } ? { query?: z.input<S> } : { query?: never }) &
  (E extends { body: infer S extends z.ZodMiniType } ? BodyPart<z.input<S>> : { body?: never })

/** A body that may be left out altogether needs no mention. */
type BodyPart<Body> = undefined extends Body ? { body?: Body } : { body: Body }

type Keyed = { method: string; status: number; isOncePerKey?: true | undefined }

/** Whether a call happens once per `Idempotency-Key`. */
export function takesKey({ method, status, isOncePerKey }: Keyed): boolean {
  return method !== 'GET' && (status === 201 || isOncePerKey === true)
}

/** Declares a call; keeps the literal types so that server and web infer the same shapes. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
