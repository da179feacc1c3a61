import { AppError } from '../../http/app-error.ts'
import { readJson } from '../../http/validate.ts'
import type { Headers } from './headers.ts'

/** A client's frame, read. */
export type Frame = { command: string; headers: Headers; body: string }

/** A header that the command cannot do without. Throws INVALID_INPUT. */
export function requireHeader({ command, headers }: Frame, name: string): string {
  const value = headers.get(name)
  if (value === undefined)
    throw new AppError('INVALID_INPUT', { message: `${command} needs a header ${name}` })
  return value
}

/** The body as JSON; undefined without one. Throws MALFORMED_JSON, INVALID_INPUT. */
export function jsonBody({ body }: Frame): unknown {
  return readJson(Buffer.from(body))
}
