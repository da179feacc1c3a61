import { z } from 'zod/mini'

/** The id of something. */
export const idSchema = z.int().check(z.positive())
/** An id as it stands in an address: text. */
export const addressIdSchema = z.coerce.number().check(z.int(), z.positive())
/** What names one thing in a path: `/:id`. */
export const idParams = z.object({ id: addressIdSchema })
/** How many there are. */
export const countSchema = z.int().check(z.minimum(0))

/** How many are wanted, as it stands in a query. More than `cap` is lowered to it, not refused. */
export function sizeSchema(unlessTold: number, cap: number) {
  const size = z.coerce.number().check(z.int(), z.minimum(1))
  return z.pipe(
    z._default(size, unlessTold),
    z.transform((wanted) => Math.min(wanted, cap)),
  )
}

/** What a person writes, without the blanks around it; with `missing`, the words for nothing at all, it is required. */
export function writtenSchema(maxLength: number, missing?: string) {
  const text = z.string().check(z.trim(), z.maxLength(maxLength, `At most ${maxLength} characters`))
  return missing === undefined ? text : text.check(z.minLength(1, missing))
}
