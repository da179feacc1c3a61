/** What a page names to the service worker: addresses that it was made of, and that the worker did not see pass. */
export type KeepShellMessage = { type: 'KEEP_SHELL'; urls: string[] }

const FILES = /^\/(assets\/|icons\/|bell\.svg$|favicon\.ico$|manifest\.webmanifest$)/

/** Whether this path is a file of the app itself. */
export function isShellFile(pathname: string): boolean {
  return FILES.test(pathname)
}
