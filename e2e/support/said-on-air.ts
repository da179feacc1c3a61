import { expect } from '@playwright/test'
import type { SteeredPage } from './starvation.ts'

/** Words of the tab's title and of the bar since an instant on the wall clock, without the time that counts in them. */
export type SaidOnAir = {
  atMs: number
  title: string
  bar: string[]
  /** Seconds that the bar's word began with. */
  seconds: number | null
}

/** Notes in the page, from now on until it loads again, what the tab and the bar say of the air, and since when. */
export async function noteWhatIsSaid(page: SteeredPage): Promise<void> {
  await page.evaluate(`window.saidOnAir = (${noteSaid})(); undefined`)
}

/** Waits until this is said at or after an instant on the wall clock; gives what was said then, and when it first was. */
export async function firstSaid(
  page: SteeredPage,
  isIt: (said: SaidOnAir) => boolean,
  sinceMs: number,
): Promise<SaidOnAir> {
  let found: SaidOnAir | undefined
  const look = async () => {
    const all = (await page.evaluate('window.saidOnAir')) as SaidOnAir[]
    const before = all.findLastIndex(({ atMs }) => atMs <= sinceMs)
    found = all.slice(Math.max(0, before)).find(isIt)
    return found ? 'said' : all.at(-1)
  }
  await expect.poll(look, { intervals: [100] }).toBe('said')
  if (!found) throw new Error('unreachable')
  return { ...found, atMs: Math.max(sinceMs, found.atMs) }
}

/** Runs in the page. Self-contained: it is sent as source text. */
function noteSaid(): SaidOnAir[] {
  const all: SaidOnAir[] = []
  const withoutCount = (text: string) => text.replaceAll(/ \d+ s\b|[\d:]+/g, '').trim()
  const note = () => {
    const parts = [...document.querySelectorAll('[aria-label="On air"] *')]
    const words = parts.filter((part) => part.childElementCount === 0).map((part) => part.textContent ?? '')
    const bar = words.map(withoutCount)
    const title = withoutCount(document.title)
    const last = all.at(-1)
    if (last?.title === title && last.bar.join() === bar.join()) return
    const count = words.map((text) => / (\d+) s$/.exec(text)?.[1]).find(Boolean)
    all.push({ atMs: Date.now(), title, bar, seconds: count === undefined ? null : Number(count) })
  }
  note()
  new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
  return all
}
