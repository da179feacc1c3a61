let isPressed = false

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => setPressed(true), true)
  document.addEventListener('pointerup', () => setPressed(false), true)
  document.addEventListener('pointercancel', () => setPressed(false), true)
}

function setPressed(pressed: boolean): void {
  isPressed = pressed
}

/**
 * Runs at once, or after the press that is under way has become a click. What moves the page when a field loses the
 * focus would else slide the button away from under the finger that took the focus.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act()
    return
  }
  const released = new AbortController()
  const run = () => {
    released.abort()
    setTimeout(act)
  }
  document.addEventListener('pointerup', run, { signal: released.signal })
  document.addEventListener('pointercancel', run, { signal: released.signal })
}
