import { z } from 'zod/mini'
import type { ErrorReply } from './errors.ts'

/** Every JSON reply: the thing itself under `data`. */
export function envelope<T extends z.ZodMiniType>(data: T) {
  return z.object({ success: z.literal(true), data })
}

export type Envelope<T> = { success: true; data: T } | ErrorReply
