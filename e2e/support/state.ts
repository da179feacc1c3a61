import type { Page } from '@playwright/test'
import type { Role } from './station.ts'

/** Something that a page shows after somebody has done something. A browser may be without network afterwards. */
export type State = { name: string; as: Role | null; path: string; reach(page: Page): Promise<void> }
