import { readJson } from '../../http/validate.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Headers } from './headers.ts'

/** Clients name things by counters and UUIDs. */
export const MAX_NAME_LENGTH = 256

/** Cost of a frame, and of each of its headers, beside its text. */
const FRAME_BYTES = 256
const HEADER_BYTES = 64

/** A client's frame, read. */
export type Frame = { command: string; headers: Headers; body: string }

/** Bytes that a frame costs while it is kept, about. */
export function heldBytesOf({
  headers,
  body,
}: {
  headers: Iterable<[string, string]>
  body: string
}): number {
  let bytes = FRAME_BYTES + body.length
  for (const [name, value] of headers) bytes += HEADER_BYTES + name.length + value.length
  return bytes
}

/** A header that the command cannot do without. Throws INVALID_INPUT. */
export function requireHeader({ command, headers }: Frame, name: string): string {
  const value = headers.get(name)
  if (value === undefined)
    throw new AppError('INVALID_INPUT', { message: `${command} needs a header ${name}` })
  return value
}

/** A name that the client chose and the station keeps or repeats. Throws INVALID_INPUT for one that is none. */
export function requireName(frame: Frame, header: string): string {
  const name = requireHeader(frame, header)
  if (name.length > MAX_NAME_LENGTH)
    throw new AppError('INVALID_INPUT', {
      message: `${header} of ${frame.command} has more than ${MAX_NAME_LENGTH} characters`,
    })
  return name
}

/** The body as JSON; undefined without one. Throws MALFORMED_JSON, INVALID_INPUT. */
export function jsonBody({ body }: Frame): unknown {
  return readJson(Buffer.from(body))
}
