import type { Page } from '@playwright/test'

/** Sets the browser's own font size, which a page cannot tell from one that its reader chose. */
export async function setFontSize(page: Page, px: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } })
}

/** Texts that the page cuts off, and what makes it scroll sideways. */
export function faultsOfText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.clientWidth > 1 &&
      element.closest('.sr-only, svg, textarea') === null
    const ownText = (element: Element) =>
      [...element.childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
        .join('')
        .trim()
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const isWider = overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1
      const isHigher = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2
      return isWider || isHigher
    }
    const cut = [...document.body.querySelectorAll('*')]
      .filter((element) => isShown(element) && ownText(element) !== '' && isCut(element))
      .map((element) => `cut: ${ownText(element).slice(0, 40)}`)
    const wide = [document.documentElement, document.querySelector('main')]
      .filter((element) => element !== null)
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth }) => `${tagName} is ${scrollWidth} px wide`)
    return [...cut, ...wide]
  })
}

/** Dots between two items that stand at the end of a line, each with the text before it. */
export function danglingDots(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const blockOf = (node: Node) => {
      let element = node.parentElement
      while (element?.parentElement && getComputedStyle(element).display.startsWith('inline'))
        element = element.parentElement
      return element
    }
    const boxOf = (node: Node, at: number) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return range.getBoundingClientRect()
    }
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let dot: { bottom: number; block: Element | null; before: string } | null = null
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility({ visibilityProperty: true })) continue
      if (text.parentElement.closest('.sr-only, option')) continue
      for (const { 0: character, index } of (text.textContent ?? '').matchAll(/\S/g)) {
        const box = boxOf(text, index)
        if (dot && (blockOf(text) !== dot.block || box.top >= dot.bottom)) found.push(dot.before)
        const before = `${text.textContent?.slice(0, index + 1).slice(-40)}`
        dot = character === '·' ? { bottom: box.bottom, block: blockOf(text), before } : null
      }
    }
    return found
  })
}
