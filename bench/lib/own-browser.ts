import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Member } from '@carillon/testkit/station'
import type { BrowserContext, Page } from '@playwright/test'
import { launchLastingChromium } from '../../e2e/support/browsers.ts'
import { openStudio } from '../../e2e/support/studio.ts'
import { keepMicrophone } from './microphone-place.ts'

const POLL_MS = 50
/** Chromium's hold on the folder of a profile. */
const LOCKS = ['SingletonLock', 'SingletonCookie', 'SingletonSocket']

/** The browser of a DJ with what it stores, and the desk in it. */
export class OwnBrowser {
  readonly #member: Member
  readonly #origin: string
  readonly #microphone: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'carillon-browser-'))
  /** Time for which its DJ looks at a question of the browser, such as whether to leave the page, until they say yes. */
  answersAfterMs = 0
  #context: BrowserContext | null = null
  #page: Page | null = null

  private constructor(member: Member, origin: string, microphone: string) {
    this.#member = member
    this.#origin = origin
    this.#microphone = microphone
  }

  /** Opens the desk before a show; the caller closes it. */
  static async open(member: Member, origin: string, microphone: string): Promise<OwnBrowser> {
    const browser = new OwnBrowser(member, origin, microphone)
    await openStudio(await browser.#launch(), origin)
    return browser
  }

  get page(): Page {
    if (!this.#page) throw new Error('The browser is closed')
    return this.#page
  }

  /** Kills all of its processes, and opens the desk in the next one. */
  async killAndOpen(): Promise<void> {
    spawnSync('pkill', ['-KILL', '-f', this.#folder])
    await this.#context?.close().catch(() => undefined) // it is gone
    // The folder is refused to the next one while a process of this one is still ending, or its lock is there.
    while (spawnSync('pgrep', ['-f', this.#folder]).status === 0) await delay(POLL_MS)
    for (const name of LOCKS) rmSync(join(this.#folder, name), { force: true })
    await (await this.#launch()).goto(`${this.#origin}/dj-dashboard`)
  }

  async close(): Promise<void> {
    await this.#context?.close().catch(() => undefined)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #launch(): Promise<Page> {
    const options = { microphone: this.#microphone }
    this.#context = await launchLastingChromium(this.#folder, this.#member, options)
    await keepMicrophone(this.#context)
    this.#page = await this.#context.newPage()
    this.#page.on('dialog', async (dialog) => {
      await delay(this.answersAfterMs)
      await dialog.accept()
    })
    return this.#page
  }
}
