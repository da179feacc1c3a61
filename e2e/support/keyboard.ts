import { expect, type Locator, type Page } from '@playwright/test'

declare global {
  interface Window {
    keyboardWalk: { expected: Element[]; reached: Set<Element>; last: Element | null; faults: string[] }
  }
}

const MAX_TABS = 300

/** Walks to this control with the Tab key. */
export async function tabTo(control: Locator): Promise<void> {
  await expect(control).toBeEnabled({ timeout: 20_000 })
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < MAX_TABS && !(await isFocused()); tabs += 1)
    await control.page().keyboard.press('Tab')
  await expect(control).toBeFocused()
}

/** Walks to this control with the Tab key and presses Enter. */
export async function press(control: Locator): Promise<void> {
  await tabTo(control)
  await control.page().keyboard.press('Enter')
}

/**
 * Walks through the page with the Tab key alone, from its beginning to its end. Gives what is wrong: a control that
 * the key does not reach, a focus that cannot be seen, a focus on what lies below something else.
 */
export async function faultsOfTabWalk(page: Page): Promise<string[]> {
  await page.evaluate(beginWalk)
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(noteFocus)) return page.evaluate(endWalk)
  }
  return [`after ${MAX_TABS} tabs the page has no end`]
}

/** Notes every control that the Tab key should reach: of a group of radios one, of menus, tabs and toolbars what is current. */
function beginWalk(): void {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [tabindex], [role="button"], [role="link"], [role="switch"]'
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert]') === null
  const isEnabled = (element: Element) => !element.matches(':disabled, [type="hidden"]')
  const isInGroup = (element: Element) =>
    element.matches('[role="menuitem"], [role="tab"], [role="option"], [role="toolbar"] *, [type="radio"]')
  const isFocusable = (element: Element) => (element as HTMLElement).tabIndex >= 0
  const isControl = (element: Element) =>
    isFocusable(element) || !element.matches('main, h1, h2, div, section, [role="menu"]')
  const expected = [...document.querySelectorAll(CONTROLS)].filter(
    (element) => isShown(element) && isEnabled(element) && !isInGroup(element) && isControl(element),
  )
  window.keyboardWalk = { expected, reached: new Set(), last: null, faults: [] }
  ;(document.activeElement as HTMLElement | null)?.blur()
  getSelection()?.removeAllRanges()
  window.scrollTo(0, 0)
}

/** Looks at what has the focus; true at the end of the page. */
function noteFocus(): boolean {
  const { reached, faults, last } = window.keyboardWalk
  const focused = document.activeElement
  // A date has a stop for day, month and year.
  if (focused && focused === last) return false
  window.keyboardWalk.last = focused
  if (!focused || focused === document.body || reached.has(focused)) return true
  reached.add(focused)
  const name = `${focused.localName} "${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)}"`
  const drawn = (focused as HTMLInputElement).labels?.[0] ?? focused
  const around = [
    focused,
    drawn,
    drawn.parentElement,
    drawn.firstElementChild,
    focused.nextElementSibling,
    focused.parentElement,
  ]
  const hasRing = (element: Element | null | undefined) => {
    if (!element) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  }
  if (!around.some(hasRing)) faults.push(`${name} shows no focus`)
  const box = (focused.getBoundingClientRect().width > 2 ? focused : drawn).getBoundingClientRect()
  const [x, y] = [box.left + Math.min(box.width / 2, 20), box.top + box.height / 2]
  const hit = document.elementFromPoint(x, y)
  const isOnTop =
    hit &&
    (focused.contains(hit) ||
      hit.contains(focused) ||
      drawn.contains(hit) ||
      drawn.parentElement?.contains(hit))
  if (!isOnTop) faults.push(`${name} has the focus below ${hit?.localName ?? 'the edge of the window'}`)
  return false
}

/** Elements that were expected and are still in view, but were not reached. */
function endWalk(): string[] {
  const { expected, reached, faults } = window.keyboardWalk
  const missed = expected.filter(
    (element) =>
      element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !reached.has(element),
  )
  return [
    ...faults,
    ...missed.map((element) => `${element.outerHTML.slice(0, 120)} is not reached`),
    ...(reached.size === 0 ? ['nothing is reached'] : []),
  ]
}
