import type { ComponentType } from 'react'
import { createStore } from '../lib/store.ts'

export type ToastTone = 'info' | 'success' | 'danger'
export type ToastAction = { label: string; onClick(): void }
/** An icon of its own, the class of its colour, and words that say the same to who cannot see it. */
export type ToastLook = { Icon: ComponentType<{ className?: string }>; ink: string; label: string }
export type Toast = { id: number; text: string; tone: ToastTone } & ToastExtras
type ToastExtras = {
  action?: ToastAction
  look?: ToastLook
  /** It is not closed by time: whoever must read it may be away. */
  stays?: boolean
}
type ToastOptions = { tone?: ToastTone } & ToastExtras

const MAX_TOASTS = 3
let lastId = 0

/** Toasts in view, oldest first. */
export const toasts = createStore<readonly Toast[]>([])

/** Tells a result that has no place on the screen. One with an action, or that `stays`, is there until it is used or closed; the rest leave by themselves. Words already in view are not said twice, unless they bring another action: the newest is the one to be used. */
export function toast(text: string, options: ToastOptions = {}): number {
  const same = toasts.get().find((shown) => shown.text === text)
  if (same && !options.action) return same.id
  lastId += 1
  const added: Toast = { tone: 'info', ...options, id: lastId, text }
  toasts.set(withRoom([...toasts.get().filter((shown) => shown !== same), added]))
  return added.id
}

/** Of too many, the oldest that would leave by itself makes room for the newest; where all stay, the oldest. */
function withRoom(shown: readonly Toast[]): readonly Toast[] {
  if (shown.length <= MAX_TOASTS) return shown
  const [oldest] = shown
  const passing = shown.slice(0, -1).find(({ action, stays }) => !action && !stays)
  return shown.filter((each) => each !== (passing ?? oldest))
}

/** Takes away what the person who leaves could still do; words alone go by themselves. */
export function dismissActions(): void {
  toasts.set(toasts.get().filter(({ action }) => !action))
}

/** Takes a toast away; an unknown id is no error. */
export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id))
}
