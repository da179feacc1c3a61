/** jsdom lays nothing out: observers that never see a change, and media queries that all hold or all do not. Import it for its effect. */
class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

let isWide = true

/** Whether the media queries of the page hold; desktops until a test says otherwise. */
export function setPageWide(wide: boolean): void {
  isWide = wide
}

Object.assign(globalThis, {
  ResizeObserver: SilentObserver,
  IntersectionObserver: SilentObserver,
  matchMedia: () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
})
