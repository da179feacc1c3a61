import { useEffect } from 'react'
import { createStore } from './store.ts'

/** The title of the page in view, without the station's name. */
export const pageTitle = createStore('')

/** Prefix of every title, such as `● ON AIR 00:12:31 — `; empty when nothing does. */
export const titlePrefix = createStore('')

/** Names the page while the calling component is in view. */
export function usePageTitle(title: string): void {
  useEffect(() => pageTitle.set(title), [title])
}

/** `Schedule · Campus Radio`, with the prefix before it. */
export function fullTitle(prefix: string, title: string, station: string): string {
  return `${prefix}${title === '' ? station : `${title} · ${station}`}`
}
