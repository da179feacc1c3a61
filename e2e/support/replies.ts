/** Reply of a station with this data: for `route.fulfill`. */
export const reply = (data: unknown) => ({ json: { success: true, data } })

/** The only page of a list. */
export const replyWithPage = (content: readonly unknown[], size = 100) =>
  reply({ content, last: true, page: 0, size, totalElements: content.length, totalPages: 1 })
