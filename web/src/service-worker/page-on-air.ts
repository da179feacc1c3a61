import { OnAirLock } from '../features/stream/dj/on-air-lock.ts'
import type { KeepAllMessage } from '../lib/keep-all-message.ts'

declare const self: ServiceWorkerGlobalScope

/** A page that stands still for longer loses what it has not kept. */
const KEEP_LIMIT_MS = 2_000

/**
 * Resolves when the page on air of this browser has kept all that it has recorded; at once without one. While the browser
 * asks its DJ whether to leave, a page stands still: seconds of sound wait in it, and would go with it.
 */
export async function pageOnAirHasKeptAll(): Promise<void> {
  const isFree = await new OnAirLock().isFree().catch(() => true)
  if (isFree) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await Promise.race([...pages.map(hasKeptAll), afterLimit()])
}

function hasKeptAll(page: WindowClient): Promise<void> {
  const { port1: answers, port2: port } = new MessageChannel()
  return new Promise((resolve) => {
    answers.onmessage = () => resolve()
    const message: KeepAllMessage = { type: 'KEEP_ALL' }
    page.postMessage(message, [port])
  })
}

function afterLimit(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, KEEP_LIMIT_MS))
}
