import { createStore, type Store } from '../../../../lib/store.ts'

/** A password as the station gave it, once. Whether it still counts, only `since` can say: another one has another. */
export type MadePassword = { broadcastId: number; password: string; since: string | null }

/** The password that was made in this tab, for as long as the person stays; nothing of it is stored. */
export const madePassword: Store<MadePassword | null> = createStore<MadePassword | null>(null)
