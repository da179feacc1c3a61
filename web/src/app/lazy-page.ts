import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A page that is fetched when it is first shown, or a little before. */
export type LazyPage = { Page: LazyExoticComponent<ComponentType>; preload(): void }

/** Wraps an import; the browser fetches it once however often it is asked for. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  return {
    Page: lazy(async () => ({ default: await load() })),
    // A failure is told when the page is shown; here it would be told too early.
    preload: () => void load().catch(() => undefined),
  }
}
