/** The id of the message that holds an element; null outside of messages. */
export function messageIdOf(element: EventTarget | null): number | null {
  const row = element instanceof Element ? element.closest<HTMLElement>('[data-message]') : null
  return row ? Number(row.dataset.message) : null
}
