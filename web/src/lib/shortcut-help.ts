import { createStore } from './store.ts'

/** Whether the list of shortcuts is open; set by the key `?` and by the buttons that name it. */
export const isShortcutHelpOpen = createStore(false)
