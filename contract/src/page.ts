import { z } from 'zod/mini'
import { countSchema, sizeSchema } from './fields.ts'

export const MAX_PAGE_SIZE = 100

/** A page of a longer list. `last` is true when nothing follows. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    content: z.array(item),
    last: z.boolean(),
    page: countSchema,
    size: z.int().check(z.minimum(1)),
    totalElements: countSchema,
    totalPages: countSchema,
  })
}

/** Query of a paged call; sizes over the cap are lowered to it, not refused. */
export function pageQuery(defaultSize: number) {
  return z.object({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    size: sizeSchema(defaultSize, MAX_PAGE_SIZE),
  })
}

export type Page<T> = {
  content: T[]
  last: boolean
  page: number
  size: number
  totalElements: number
  totalPages: number
}

export function toPage<T>(
  content: T[],
  request: { page: number; size: number },
  totalElements: number,
): Page<T> {
  const totalPages = Math.ceil(totalElements / request.size)
  return { content, ...request, totalElements, totalPages, last: request.page + 1 >= totalPages }
}
