/**
 * Placeholder for the origin of an absolute address in a message, while the station has no address of its own: each connection
 * gets the one that it named. NUL, which no text of a person holds.
 */
export const ANY_ORIGIN = '\0'
