import type { Role } from '@carillon/testkit/station'
import type { Locator, Page } from '@playwright/test'

/** Something that a page shows after somebody has done something. A browser may be without network afterwards. */
export type State = {
  name: string
  as: Role | null
  path: string
  /** Says what the station seems to answer, before the page is opened. */
  given?(page: Page): Promise<unknown>
  /** Does on the open page what leads there. Gives what is in view then, and only then. */
  reach(page: Page): Promise<Locator> | Locator
  /** Set where another width asks for another way there, though what is in view is the same. */
  hasWayByWidth?: true
}
