import { randomUuid } from '../random-uuid.ts'
import { STAY_PUT } from '../stay-put.ts'

/** Address in view. `key` names its entry in the history, `state` is what the navigation brought along. */
export type Location = { pathname: string; search: string; hash: string; state: unknown; key: string }
/** `replace` puts the address in the place of the one in view, so that Back passes over it. */
export type NavigateOptions = { replace?: boolean; state?: unknown }
export type Navigate = (to: string, options?: NavigateOptions) => void

/** Address of the page, and the way to others. */
export type RouterHistory = {
  read(): Location
  navigate: Navigate
  /** Calls back after each change of the address; returns the end of it. */
  follow(listener: () => void): () => void
}

/** The browser's own history: addresses of this origin, taken relative to the one in view. */
export function browserHistory(): RouterHistory {
  const listeners = new Set<() => void>()
  return {
    read() {
      const { pathname, search, hash } = location
      // The browser makes the entry of the first page, and of a link to a part of the page, which it has brought into view.
      if (!history.state)
        history.replaceState({ key: randomUuid(), state: hash === '' ? null : STAY_PUT }, '')
      return { pathname, search, hash, state: history.state.state ?? null, key: history.state.key }
    },
    navigate(to, { replace = false, state = null } = {}) {
      const entry = { key: randomUuid(), state }
      if (replace) history.replaceState(entry, '', to)
      else history.pushState(entry, '', to)
      for (const listener of [...listeners]) listener()
    },
    follow(listener) {
      listeners.add(listener)
      addEventListener('popstate', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('popstate', listener)
      }
    },
  }
}
