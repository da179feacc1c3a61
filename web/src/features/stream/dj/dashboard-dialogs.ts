import { createStore } from '../../../lib/store.ts'

/** Which dialog of the DJ is open; shared by the bar, the desk and the shortcuts. */
export const openDashboardDialog = createStore<'end' | null>(null)
