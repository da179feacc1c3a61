import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyPart } from '../lib/load-part.ts'

/** A page that is fetched when it is first shown, or a little before. */
export type LazyPage = { Page: LazyExoticComponent<ComponentType>; preload(): void }

/** Wraps an import; the browser fetches it once however often it is asked for. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  return {
    Page: lazyPart(load),
    // A failure is told when the page is shown; here it would be told too early.
    preload: () => void load().catch(() => undefined),
  }
}
