import type { KeepShellMessage } from '../lib/shell-message.ts'

/** Lets the browser keep this page, and what it is made of, for when there is no network; not where it cannot. */
export async function keepShell(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker) return
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  const message: KeepShellMessage = { type: 'KEEP_SHELL', urls }
  const { active } = await serviceWorker.ready
  active?.postMessage(message)
}
