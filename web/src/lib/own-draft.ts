import { createStore, type Store, useStore } from './store.ts'

/** Something that somebody writes. Above the pages, so that a look elsewhere does not lose it. */
export type OwnDraft<T> = { blank: T; written: Store<{ writerId: number | null; draft: T }> }

/** A draft that nobody has begun. */
export function createOwnDraft<T>(blank: T): OwnDraft<T> {
  const written = createStore<{ writerId: number | null; draft: T }>({ writerId: null, draft: blank })
  return { blank, written }
}

/** What this viewer is writing: who signs in next at the same screen begins with a blank one. */
export function useOwnDraft<T>(
  { blank, written }: OwnDraft<T>,
  viewerId: number,
): [draft: T, write: (draft: T) => void] {
  const { writerId, draft } = useStore(written)
  return [writerId === viewerId ? draft : blank, (next) => written.set({ writerId: viewerId, draft: next })]
}
