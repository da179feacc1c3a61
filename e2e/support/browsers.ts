import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Member } from '@carillon/testkit/station'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from '@playwright/test'
import type { Link } from './link.ts'

export type ChromiumOptions = {
  /** A wav file that the fake microphone plays in a loop; without it, the fake device beeps. */
  microphone?: string
  /** Title of the tab that the screen picker hands out, its sound included. */
  captureTab?: string
  /** A free port on which a tool beside the test may steer this browser too. */
  debuggingPort?: number
  /** The same engine without windows, for less of the processor: it shows pages, and neither sounds nor shares its tabs. */
  isShell?: boolean
  /** Link for everything that the browser sends to its place, no matter who gave the page that address. */
  over?: Link
}

/**
 * Each context has a window of its own, and each window loads the two popups of the address bar as pages: two thirds of
 * what a context costs. Chromium obeys the last list only, so Playwright's own follows here, as of 1.65.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // A process kept ready for a page to come, started with each context and ended with it.
  'SpareRendererForSitePerProcess',
]

const WINDOW = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const

/** A Chromium with a fake microphone and real tab capture; the caller closes it. */
export function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  return chromium.launch(launchOptionsOf(options))
}

/** The same with a folder that outlives it, as that of a person has; the caller closes it. */
export async function launchLastingChromium(
  folder: string,
  member: Member,
  options: ChromiumOptions = {},
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptionsOf(options),
    ...WINDOW,
    permissions: ['microphone'],
  })
  await signInContext(context, member)
  return context
}

function launchOptionsOf({
  microphone,
  captureTab,
  debuggingPort,
  isShell,
  over,
}: ChromiumOptions): LaunchOptions {
  const sound = microphone ? [`--use-file-for-fake-audio-capture=${microphone}`] : []
  const picker = captureTab ? [`--auto-select-tab-capture-source-by-title=${captureTab}`] : []
  const debugging = debuggingPort ? [`--remote-debugging-port=${debuggingPort}`] : []
  const network = over ? [`--host-resolver-rules=${over.hostRule}`] : []
  // It asks nobody, and refuses.
  const consent = isShell ? ['--use-fake-ui-for-media-stream'] : []
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return {
    executablePath: isShell
      ? findProgram('chromium-headless-shell')
      : findProgram('chromium', 'google-chrome'),
    // A muted browser captures silence from its tabs; the shell plays nothing otherwise.
    ...(!isShell && { ignoreDefaultArgs: ['--mute-audio'] }),
    args: [
      ...sandbox,
      '--disable-quic',
      '--disable-background-networking',
      `--disable-features=${DISABLED_FEATURES.join()}`,
      '--use-fake-device-for-media-stream',
      ...consent,
      ...sound,
      ...picker,
      ...debugging,
      ...network,
    ],
  }
}

/** The Chromiums of a worker: each kind is started once, as a start costs more than most tests. */
export class Browsers {
  readonly #isShell: boolean
  readonly #kept = new Map<string, Promise<Browser>>()
  /** Of one test only, because they lead over its link. */
  readonly #ofTest: Browser[] = []

  constructor(isShell: boolean) {
    this.#isShell = isShell
  }

  /** A Chromium with these options, without any context but those that this test has opened. */
  async open(given: ChromiumOptions = {}): Promise<Browser> {
    const options = { isShell: this.#isShell, ...given }
    if (options.over) {
      const browser = await launchChromium(options)
      this.#ofTest.push(browser)
      return browser
    }
    const kind = JSON.stringify(options)
    const kept = await this.#kept.get(kind)
    if (kept?.isConnected()) return kept
    const browser = launchChromium(options)
    this.#kept.set(kind, browser)
    return browser
  }

  /** Closes whatever a test has opened, and keeps the browsers for the next one. */
  async endTest(): Promise<void> {
    for (const browser of this.#ofTest.splice(0)) await browser.close()
    for (const browser of await Promise.all(this.#kept.values()))
      await Promise.all(browser.contexts().map((context) => context.close()))
  }

  async close(): Promise<void> {
    for (const browser of await Promise.all(this.#kept.values())) await browser.close()
  }
}

/** The first of these programs on PATH. Throws when there is none. */
export function findProgram(...names: string[]): string {
  const found = programPath(...names)
  if (!found) throw new Error(`None of ${names.join(', ')} is installed`)
  return found
}

/** The first of these programs on PATH, or null. */
export function programPath(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null
}

/**
 * A context in which this member is signed in and the microphone is allowed. Nothing moves for long in it, as somebody
 * wishes whom movement disturbs: without a graphics card, pictures of what moves take more than the sound.
 */
export async function contextOf(
  browser: Browser,
  member: Member | null,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...WINDOW, ...options })
  await context.addInitScript(ignoreUnmovedMouse)
  await context.grantPermissions(['microphone'])
  if (member) await signInContext(context, member)
  return context
}

/** The shell has a mouse that lies in the corner of each page, over the menu, until somebody moves it. */
function ignoreUnmovedMouse(): void {
  const ignore = (event: MouseEvent) =>
    event.clientX === 0 && event.clientY === 0 && event.stopImmediatePropagation()
  for (const name of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter'] as const)
    addEventListener(name, ignore, true)
}

async function signInContext(context: BrowserContext, { api }: Member): Promise<void> {
  if (!api.token) return
  const cookie = {
    name: 'token',
    value: api.token,
    url: api.origin,
    httpOnly: true,
    sameSite: 'Lax',
  } as const
  await context.addCookies([cookie])
}
