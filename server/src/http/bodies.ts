import type { FastifyRequest } from 'fastify'
import { AppError } from '../kernel/app-error.ts'
import { type BudgetLimits, ByteBudget } from './byte-budget.ts'
import type { Callers } from './callers.ts'
import { declaredLengthOf, readBody } from './read-body.ts'

/**
 * Limits for bodies that are being read: of one person, or of one address without an account, and of all. A person
 * uploads three images at once in it, and a campus behind one address sends hundreds of ordinary ones at the same moment.
 */
export const BODY_LIMITS: BudgetLimits = { perHolderBytes: 8 * 1024 * 1024, totalBytes: 64 * 1024 * 1024 }

/** The bodies of calls, as bytes: who may not call does not learn how its JSON was. */
export type Bodies = {
  /** Refuses what the headers say already, in the order of checks. Throws BODY_TOO_LARGE and UNSUPPORTED_MEDIA_TYPE. */
  requireReadable(request: FastifyRequest, type: 'json' | 'any'): void
  /** To be given to the router as a parser: it reads as much as the route's `bodyLimit`. */
  read(request: FastifyRequest): Promise<Buffer>
}

/** Reads what callers send, within limits. */
export function createBodies(callers: Callers, limits: BudgetLimits = BODY_LIMITS): Bodies {
  const budget = new ByteBudget(limits)
  return {
    requireReadable(request, type) {
      if ((declaredLengthOf(request.raw) ?? 0) > request.routeOptions.bodyLimit)
        throw new AppError('BODY_TOO_LARGE')
      const message = isEncoded(request) ? COMPRESSED : type === 'json' ? refusalOfType(request) : undefined
      if (message !== undefined) throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message })
    },
    read: (request) =>
      readBody(
        request.raw,
        { maxBytes: request.routeOptions.bodyLimit, holder: callers.holderOf(request) },
        budget,
      ),
  }
}

const COMPRESSED = 'Send the body uncompressed, without Content-Encoding.'
const NOT_JSON = 'Send JSON, as Content-Type application/json.'
const NOT_UTF8 = 'Send JSON in UTF-8. No other charset is read.'

/** Reason why this is no JSON that can be read, undefined if it can. A body without a type is none, or no JSON. */
function refusalOfType({ headers, raw }: FastifyRequest): string | undefined {
  const type = headers['content-type']
  if (type === undefined) return declaredLengthOf(raw) === 0 ? undefined : NOT_JSON
  const [essence, ...parameters] = type.split(';').map((part) => part.trim().toLowerCase())
  if (essence !== 'application/json') return NOT_JSON
  return parameters.some((parameter) => FOREIGN_CHARSET.test(parameter)) ? NOT_UTF8 : undefined
}

/** A charset other than UTF-8, which US-ASCII is a part of. */
const FOREIGN_CHARSET = /^charset=(?!"?(?:utf-?8|us-ascii)"?$)/

/** RFC 9110 s8.4: packed bodies are read by nobody here; taken as they are, they would be other bytes than were meant. */
function isEncoded({ headers }: FastifyRequest): boolean {
  const coding = headers['content-encoding']
  return coding !== undefined && coding.trim().toLowerCase() !== 'identity'
}
