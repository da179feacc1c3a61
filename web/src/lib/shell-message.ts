/** What a page asks of the service worker once it stands: to keep it, and the files that it was made of. */
export type KeepShellMessage = { type: 'KEEP_SHELL'; urls: string[] }
