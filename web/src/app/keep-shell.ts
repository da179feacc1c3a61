import { isShellFile, type KeepShellMessage } from '../lib/shell-message.ts'

/**
 * Lets the browser keep this page, and what it is made of, for when there is no network; not where it cannot. What is
 * fetched before the service worker takes over is named to it, whenever it arrives.
 */
export async function keepShell(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker) return
  await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  const registration = await serviceWorker.ready
  const observer = new PerformanceObserver((list) => {
    const urls = list.getEntries().flatMap((entry) => (isMissing(entry) ? [entry.name] : []))
    const message: KeepShellMessage = { type: 'KEEP_SHELL', urls }
    if (urls.length > 0) registration.active?.postMessage(message)
  })
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true })
}

/** The page, or a file of it, that the service worker did not see pass. */
function isMissing(entry: PerformanceEntry): boolean {
  if (!(entry instanceof PerformanceResourceTiming) || entry.workerStart > 0) return false
  return entry.entryType === 'navigation' || isShellFile(new URL(entry.name).pathname)
}
