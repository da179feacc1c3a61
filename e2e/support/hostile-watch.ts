import type { BrowserContext, Page } from '@playwright/test'

/**
 * Watch for things that must not happen in a page that shows strangers' text: a dialog, or anything the content policy
 * had to stop.
 */
export class HostileWatch {
  /** One line for each thing that happened, in any page of the contexts watched. */
  readonly seen: string[] = []

  /** Watches all pages of a context, those that are opened later too. */
  async over(context: BrowserContext): Promise<void> {
    context.on('dialog', (dialog) => {
      this.seen.push(`dialog on ${dialog.page()?.url()}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    await context.exposeFunction('reportViolation', (violation: string) => this.seen.push(violation))
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { violatedDirective, blockedURI, sample } = event
        const report = `${violatedDirective} on ${location.pathname}: ${blockedURI} ${sample}`
        void (window as unknown as { reportViolation(text: string): void }).reportViolation(report)
      })
    })
  }
}

/** Which of these texts the page does not show, letter by letter; blanks count as one. */
export async function textsMissing(page: Page, texts: readonly string[]): Promise<string[]> {
  const shown = plain((await page.locator('body').innerText()) + (await fieldsOf(page)))
  return texts.filter((text) => !shown.includes(plain(text)))
}

async function fieldsOf(page: Page): Promise<string> {
  const fields = await page.locator('input, textarea').all()
  return (await Promise.all(fields.map((field) => field.inputValue()))).join('\n')
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
