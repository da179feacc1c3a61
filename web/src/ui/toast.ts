import { createStore } from '../lib/store.ts'

export type ToastTone = 'info' | 'success' | 'danger'
export type ToastAction = { label: string; onClick(): void }
export type Toast = { id: number; text: string; tone: ToastTone; action?: ToastAction }

const MAX_TOASTS = 3
let lastId = 0

/** What the Toaster shows, oldest first. */
export const toasts = createStore<readonly Toast[]>([])

/** Tells a result that has no place on the screen. One with an action stays until it is used or closed; the rest leave by themselves. Words already in view are not said twice. */
export function toast(text: string, options: { tone?: ToastTone; action?: ToastAction } = {}): number {
  const same = toasts.get().find((shown) => shown.text === text)
  if (same) return same.id
  lastId += 1
  const { tone = 'info', action } = options
  const added: Toast = action ? { id: lastId, text, tone, action } : { id: lastId, text, tone }
  toasts.set([...toasts.get(), added].slice(-MAX_TOASTS))
  return added.id
}

/** Takes a toast away; an unknown id is no error. */
export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id))
}
