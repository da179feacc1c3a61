import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BudgetLimits, ByteBudget } from './byte-budget.ts'
import type { Callers } from './callers.ts'

/**
 * Limits for replies built for one reader, until they are read: of one person, or of one address without an
 * account, and of all.
 */
export const REPLY_LIMITS: BudgetLimits = { perHolderBytes: 16 * 1024 * 1024, totalBytes: 96 * 1024 * 1024 }

/** Smaller ones fit into what a system buffers for any connection. */
const COUNTED_BYTES = 16 * 1024

/** Notes a reply, and gives what to send of it. */
export type CountReply = <Content extends string | Buffer>(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
) => Content | Buffer

/** Counts replies until they are handed to the system; whose reader takes none of it is cut when another needs the room. */
export function createUnreadReplies(
  callers: Pick<Callers, 'holderOf'>,
  limits: BudgetLimits = REPLY_LIMITS,
): CountReply {
  const budget = new ByteBudget(limits)
  return (request, reply, content) => {
    if (content.length < COUNTED_BYTES || reply.raw.destroyed) return content
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const release = budget.hold(callers.holderOf(request), bytes.length, () => reply.raw.destroy())
    reply.raw.once('close', release)
    return bytes
  }
}
