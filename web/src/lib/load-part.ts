import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { OFFLINE_RETRY_MS, onceBack } from './reconnect-delay.ts'
import { createStore } from './store.ts'

/** A part that the station has, and that still cannot be loaded so often, is broken. */
const MAX_FAILURES = 3
/** As the page of each version names the file that it begins with. */
const ENTRY = /<script type="module"[^>]* src="(\/[^"]+)"/

/** The station has another version than this page, whose files are gone. */
export class NewVersionError extends Error {}

/** Whether a part that was asked for waits for the station to answer. */
export const isPartWaiting = createStore(false)

/** Wraps a part that is fetched when it is first shown. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await loadPart(load) }))
}

/**
 * Loads a part of the app; without an answer of the station again every 5 s, and at once when the network is back. Throws
 * NewVersionError when the station has another version by now, else what the import threw.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; ) {
    try {
      const part = await load()
      isPartWaiting.set(false)
      return part
    } catch (error) {
      const entry = await entryOfStation()
      if (entry && entry !== ownEntry()) throw new NewVersionError()
      if (entry && failures++ >= MAX_FAILURES) throw error
      isPartWaiting.set(!entry)
      await new Promise<void>(onceBack)
    }
  }
}

/** The file that the station's page begins with; null when nobody answers, or somebody else does in its place. */
async function entryOfStation(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(OFFLINE_RETRY_MS) })
    return answer.ok ? (ENTRY.exec(await answer.text())?.[1] ?? null) : null
  } catch {
    return null
  }
}

function ownEntry(): string | null {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null
}
