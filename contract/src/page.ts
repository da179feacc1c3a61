import { z } from 'zod'

export const MAX_PAGE_SIZE = 100

/** A page of a longer list. `last` is true when nothing follows. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    content: z.array(item),
    last: z.boolean(),
    page: z.int().min(0),
    size: z.int().min(1),
    totalElements: z.int().min(0),
    totalPages: z.int().min(0),
  })
}

/** Query of a paged call; sizes over the cap are lowered to it, not refused. */
export function pageQuery(defaultSize: number) {
  return z.object({
    page: z.coerce.number().int().min(0).default(0),
    size: z.coerce
      .number()
      .int()
      .min(1)
      .default(defaultSize)
      .transform((size) => Math.min(size, MAX_PAGE_SIZE)),
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
