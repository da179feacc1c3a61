/** Addresses of which a loaded page was made, for the service worker to keep those that it did not see pass. */
export type KeepShellMessage = { type: 'KEEP_SHELL'; urls: string[] }

const FILES = /^\/(assets\/|icons\/|bell\.svg$|favicon\.ico$|manifest\.webmanifest$)/

/** Whether this path is a file of the app itself. */
export function isShellFile(pathname: string): boolean {
  return FILES.test(pathname)
}
