/** Finds the element that takes the focus of a message. */
export function rowButton(scroller: HTMLElement | null, id: number): HTMLElement | null | undefined {
  return scroller?.querySelector<HTMLElement>(`[data-message="${id}"] > button`)
}

/** Keys in a dialog are the dialog's, also where it stands inside the feed. */
export function isInDialog(target: EventTarget): boolean {
  return target instanceof Element && target.closest('dialog') !== null
}

/** Whether the pointer is at what can be pressed. */
export function isAction(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-actions]') !== null
}
