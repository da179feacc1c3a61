export const FADE_AFTER_MS = 600
const SIGNS_OF_USE = ['scroll', 'wheel', 'touchmove', 'keydown']

/** Shows the scroll bars of an area while it is used, and for 600 ms after; the pointer and the focus keep them by CSS. */
export function showScrollBarsInUse(page: Document): void {
  const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>()
  const show = ({ target }: Event) => {
    const area = target instanceof Element && target.closest('.scroll-area')
    if (!area) return
    clearTimeout(timers.get(area))
    area.classList.add('is-used')
    timers.set(
      area,
      setTimeout(() => area.classList.remove('is-used'), FADE_AFTER_MS),
    )
  }
  for (const sign of SIGNS_OF_USE) page.addEventListener(sign, show, { capture: true, passive: true })
}
