/** Hands a text to the browser as a file of this name. */
export function downloadText(fileName: string, text: string, mimeType: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mimeType};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken the bytes by the time the click returns to the event loop.
  setTimeout(() => URL.revokeObjectURL(address))
}
