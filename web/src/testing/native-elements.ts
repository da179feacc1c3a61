/** jsdom has no modal dialogs and no popovers: the least of both that a test of ours needs. Import it for its effect. */
function addDialogs(): void {
  const dialog = HTMLDialogElement.prototype
  const focusedBefore = new WeakMap<HTMLDialogElement, HTMLElement>()
  dialog.showModal = function showModal() {
    focusedBefore.set(this, document.activeElement as HTMLElement)
    this.open = true
  }
  dialog.close = function close() {
    this.open = false
    // HTML, close the dialog: the focus goes back; a dialog outside the page has none to give.
    if (this.isConnected) focusedBefore.get(this)?.focus()
  }
}

function addPopovers(): void {
  const element = HTMLElement.prototype
  element.showPopover = function showPopover() {
    dispatchToggle(this, 'open')
  }
  element.hidePopover = function hidePopover() {
    dispatchToggle(this, 'closed')
  }
  document.addEventListener('click', (event) => {
    const target = (event.target as Element).closest('[popovertarget]')?.getAttribute('popovertarget')
    const popover = target && document.getElementById(target)
    if (popover) dispatchToggle(popover, popover.dataset.shown === 'yes' ? 'closed' : 'open')
  })
}

function dispatchToggle(popover: HTMLElement, newState: 'open' | 'closed'): void {
  popover.dataset.shown = newState === 'open' ? 'yes' : 'no'
  for (const name of ['beforetoggle', 'toggle']) {
    popover.dispatchEvent(Object.assign(new Event(name), { newState }))
  }
}

// The document is that of all test files of a worker: a second listener would close what the first has opened.
if (!('showPopover' in HTMLElement.prototype)) {
  addDialogs()
  addPopovers()
}
