import { updatePreferences } from '@carillon/contract/auth/endpoints'
import type { User } from '@carillon/contract/auth/schemas'
import { z } from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import type { Call } from '../api/client.ts'
import { createStore, type Store } from '../lib/store.ts'
import { storedValue } from '../lib/stored.ts'
import {
  DEFAULT_PREFERENCES,
  fromWire,
  type PreferenceName,
  type Preferences,
  readPreferences,
  toWire,
  withValuesOf,
} from './preferences.ts'
import type { SessionStore } from './session-store.ts'

/** `readPreferences` reads it, value by value. */
const kept = storedValue('preferences', z.unknown())

export type PreferencesState = {
  values: Preferences
  /** Changes that the station does not know yet. */
  unsynced: readonly PreferenceName[]
  isSaving: boolean
  /** The last try to tell the station failed. */
  hasFailed: boolean
}

export type PreferencesStore = {
  state: Store<PreferencesState>
  /** Applies a choice at once, keeps it in this browser and tells the station. */
  choose(name: PreferenceName, value: boolean): void
  /** Tells the station what it does not know yet; nothing while it is being told. */
  sync(): Promise<void>
  /** Follows the session and the network; gives back how to stop. */
  open(): () => void
}

const NOBODYS: PreferencesState = {
  values: DEFAULT_PREFERENCES,
  unsynced: [],
  isSaving: false,
  hasFailed: false,
}

/**
 * The preferences of anyone who is signed in. A choice that cannot be saved stays as chosen, and is told again when the
 * network returns and at the next visit.
 */
// Long: one account, one save at a time and what is unsynced; apart, each part would have to ask for the others' turn.
export function createPreferencesStore(call: Call, session: SessionStore): PreferencesStore {
  const state = createStore(NOBODYS)
  let owner: number | null = null

  const show = (change: Partial<PreferencesState>) => state.set({ ...state.get(), ...change })

  const keep = (change: Partial<PreferencesState>) => {
    show(change)
    const { values, unsynced } = state.get()
    kept.write({ account: owner, values, unsynced })
  }

  /** Two saves at once could arrive in the wrong order: there is one at a time, and what changes meanwhile goes next. */
  async function sync(): Promise<void> {
    if (state.get().isSaving || state.get().unsynced.length === 0) return
    const account = owner
    show({ isSaving: true })
    try {
      while (state.get().unsynced.length > 0) await save()
      show({ isSaving: false, hasFailed: false })
    } catch (error) {
      show({ isSaving: false, hasFailed: owner === account })
      console.error('The preferences were not saved:', error)
      if (error instanceof ApiError && error.status === 401) void session.actions.refresh()
    }
  }

  async function save(): Promise<void> {
    const account = owner
    const { values: sent, unsynced: names } = state.get()
    const user = await call(updatePreferences, { body: toWire(sent, names) })
    if (account !== owner) return
    const { values, unsynced } = state.get()
    keep({ unsynced: unsynced.filter((name) => values[name] !== sent[name] || !names.includes(name)) })
    session.actions.update(user)
  }

  function follow(): void {
    const now = session.state.get()
    if (now.state === 'signed-in') followAccount(now.user)
    else if (owner !== null) forget()
  }

  function followAccount(user: User): void {
    const isNew = user.id !== owner
    const known = isNew ? keptOf(user.id) : state.get()
    owner = user.id
    keep({
      values: withValuesOf(known.unsynced, known.values, fromWire(user)),
      unsynced: known.unsynced,
      ...(isNew && { hasFailed: false }),
    })
    if (isNew) void sync()
  }

  /** Keeps the stored changes: their owner may come back. */
  function forget(): void {
    owner = null
    show({ values: DEFAULT_PREFERENCES, unsynced: [], hasFailed: false })
  }

  return {
    state,
    sync,
    choose(name, value) {
      const { values, unsynced } = state.get()
      keep({ values: { ...values, [name]: value }, unsynced: [...new Set([...unsynced, name])] })
      void sync()
    },
    open() {
      const retry = () => void sync()
      const unsubscribe = session.state.subscribe(follow)
      globalThis.addEventListener?.('online', retry)
      follow()
      return () => {
        unsubscribe()
        globalThis.removeEventListener?.('online', retry)
      }
    },
  }
}

function keptOf(account: number): Pick<PreferencesState, 'values' | 'unsynced'> {
  const known = readPreferences(kept.read())
  return known.account === account ? known : NOBODYS
}
