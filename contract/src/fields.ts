import { z } from 'zod/mini'

/** The id of something. */
export const idSchema = z.int().check(z.positive())
/** An id as it stands in an address: text. */
export const addressIdSchema = z.coerce.number().check(z.int(), z.positive())
/** Id of one thing in a path: `/:id`. */
export const idParams = z.object({ id: addressIdSchema })
/** Number of things. */
export const countSchema = z.int().check(z.minimum(0))

/** Number of things wanted, as it stands in a query. More than `cap` is lowered to it, not refused. */
export function sizeSchema(defaultSize: number, cap: number) {
  const size = z.coerce.number().check(z.int(), z.minimum(1))
  return z.pipe(
    z._default(size, defaultSize),
    z.transform((requested) => Math.min(requested, cap)),
  )
}

/** Text that a person writes, without the blanks around it; with `missing`, the message for an empty one, it is required. */
export function writtenSchema(maxLength: number, missing?: string) {
  const text = z.string().check(z.trim(), z.maxLength(maxLength, `At most ${maxLength} characters`))
  return missing === undefined ? text : text.check(z.minLength(1, missing))
}

/** Controls, breaks of lines, and what turns the direction of the text around it (UAX 9 s2.1 to 2.4). */
const NO_LINE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
/** A character that leaves something on the screen; U+2800 is a pattern of Braille without dots. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]/u

/** The same in one line, of which something is to be seen: names and titles, which stand in the words of others. */
export function lineSchema(maxLength: number, missing?: string) {
  return writtenSchema(maxLength, missing).check(
    z.refine((text) => !NO_LINE.test(text), 'Use one line, without control characters'),
    z.refine((text) => text === '' || VISIBLE.test(text), missing ?? 'Use at least one visible character'),
  )
}
