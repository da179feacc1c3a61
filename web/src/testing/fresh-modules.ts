import { vi } from 'vitest'

/**
 * For every test file of the web: its worker has run others, whose stores, drafts and clocks it must not find. What
 * comes from packages stays loaded, which is most of what there is to load.
 */
vi.resetModules()
