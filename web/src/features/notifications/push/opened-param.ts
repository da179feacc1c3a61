/** The parameter that names, in an address opened by the service worker, what it was opened for. */
export const OPENED_PARAM = 'notification'
