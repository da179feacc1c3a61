import type { Member, Role, Station } from '@carillon/testkit/station'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { contextOf } from './browsers.ts'

/** Every address that shows a page of its own, seen by somebody who may. */
export const PAGES: readonly { path: string; as: Role | null }[] = [
  { path: '/', as: null },
  { path: '/login', as: null },
  { path: '/register', as: null },
  { path: '/forgot-password', as: null },
  { path: '/reset-password', as: null },
  { path: '/schedule', as: null },
  { path: '/announcements', as: null },
  { path: '/broadcast/no-number', as: null },
  { path: '/privacy-policy', as: null },
  { path: '/terms-of-service', as: null },
  { path: '/contact', as: null },
  { path: '/dashboard', as: 'LISTENER' },
  { path: '/profile', as: 'LISTENER' },
  { path: '/settings', as: 'LISTENER' },
  { path: '/notifications', as: 'LISTENER' },
  { path: '/dj-dashboard', as: 'DJ' },
  { path: '/broadcast-history', as: 'DJ' },
  { path: '/analytics', as: 'DJ' },
  { path: '/library', as: 'DJ' },
  { path: '/announcements/create', as: 'DJ' },
  { path: '/moderator', as: 'MODERATOR' },
  { path: '/admin', as: 'ADMIN' },
]

type Look = {
  width?: number
  /** Runs in every document, before anything else does. */
  script?: () => void
}

/** Pages in a browser, one context for each role. */
export class Visitors implements AsyncDisposable {
  readonly #station: Station
  readonly #browser: Browser
  readonly #look: Look
  readonly #pages = new Map<Role | null, Promise<Page>>()
  readonly #contexts: BrowserContext[] = []

  constructor(station: Station, browser: Browser, look: Look = {}) {
    this.#station = station
    this.#browser = browser
    this.#look = look
  }

  /** This role's page, its heading in view and the network there. */
  async at(path: string, role: Role | null): Promise<Page> {
    const page = await this.as(role)
    await page.context().setOffline(false)
    await page.goto(this.#station.origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return page
  }

  /** The one page of this role, wherever it is. */
  as(role: Role | null): Promise<Page> {
    const page = this.#pages.get(role) ?? this.#open(role)
    this.#pages.set(role, page)
    return page
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const context of this.#contexts) await context.close()
  }

  async #open(role: Role | null): Promise<Page> {
    const { width = 1280, script } = this.#look
    const context = await contextOf(this.#browser, role && (await memberOf(this.#station, role)))
    this.#contexts.push(context)
    await context.addInitScript(endFading)
    if (script) await context.addInitScript(script)
    const page = await context.newPage()
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await resize(page, width)
    return page
  }
}

/** Makes the page this wide; resolves when it has been drawn so. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/**
 * Nothing fades: what is looked at is how a page stands in the end. A colour that all of a page inherits fades once for
 * each level of it, and every frame of that is drawn.
 */
function endFading(): void {
  const atOnce = 'transition-duration: 0s !important; animation-duration: 0s !important'
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`*, ::before, ::after, ::backdrop { ${atOnce} }`)
  document.adoptedStyleSheets.push(sheet)
}

const members = new WeakMap<Station, Map<Role, Promise<Member>>>()

/** One account of each role is enough to look around. */
function memberOf(station: Station, role: Role): Promise<Member> {
  const known = members.get(station) ?? new Map<Role, Promise<Member>>()
  members.set(station, known)
  const member = known.get(role) ?? station.newMember(role)
  known.set(role, member)
  return member
}
