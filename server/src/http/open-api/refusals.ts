import { type Access, type Endpoint, takesKey } from '@carillon/contract/endpoint'
import { ERRORS, type ErrorCode } from '@carillon/contract/errors'
import type { z } from 'zod/mini'
import { SAFE_METHODS } from '../session.ts'
import { isPaced } from '../write-pace.ts'
import { jsonContent } from './schemas.ts'

/** Properties that decide how a call may be rejected: by the edge, as every call, and by itself. */
type Refusable = {
  method: string
  access: Access
  rate?: Endpoint['rate'] | undefined
  status: number
  isOncePerKey?: true | undefined
  params?: z.ZodMiniType | undefined
  refusals?: readonly ErrorCode[] | undefined
}

/** Codes of every call, whatever is in it. */
const ALWAYS: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'INTERNAL',
  'UNSHOWABLE',
  'DATABASE_AWAY',
  'BUSY',
  'SHUTTING_DOWN',
]
const WITH_A_BODY: readonly ErrorCode[] = [
  'FOREIGN_ORIGIN',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'MALFORMED_JSON',
]

/** Every code that a call may be refused with. */
export function refusalsOf(call: Refusable): ErrorCode[] {
  const { method, access, rate, params, refusals = [] } = call
  const codes: ErrorCode[] = [...ALWAYS, ...refusals]
  if (!SAFE_METHODS.has(method)) codes.push(...WITH_A_BODY)
  if (access !== 'public') codes.push('NOT_SIGNED_IN')
  if (isPaced(call) || rate) codes.push('TOO_MANY_REQUESTS')
  if (typeof access !== 'string') codes.push('FORBIDDEN')
  if (params) codes.push('NOT_FOUND')
  if (takesKey(call)) codes.push('IDEMPOTENCY_CONFLICT')
  return [...new Set(codes)]
}

/** Gives the responses of operations; each that is the same for many stands once in `responses`. */
export type Refusals = {
  responses: Record<string, object>
  of(codes: readonly ErrorCode[]): Record<number, object>
}

/** The responses of one document. */
export function createRefusals(): Refusals {
  const responses: Record<string, object> = {}
  return {
    responses,
    of(codes) {
      const statuses = Map.groupBy([...codes].sort(), (code) => ERRORS[code].status)
      return Object.fromEntries(
        [...statuses].map(([status, same]) => {
          const name = same.join('-')
          responses[name] ??= responseOf(status, same)
          return [status, { $ref: `#/components/responses/${name}` }]
        }),
      )
    },
  }
}

function responseOf(status: number, codes: readonly ErrorCode[]): object {
  const mayComeBack = status === 429 || status === 503
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
    ...(mayComeBack && {
      headers: {
        'Retry-After': {
          description: 'Seconds',
          required: true,
          schema: { type: 'integer', minimum: 0 },
        },
      },
    }),
    content: jsonContent({
      $ref: '#/components/schemas/Error',
      properties: { code: { enum: codes } },
    }),
  }
}
