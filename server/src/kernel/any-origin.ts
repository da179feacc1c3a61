/**
 * What an absolute address in a message begins with while the station was given no address of its own: each connection
 * gets the one that it named. NUL, which no text of a person holds.
 */
export const ANY_ORIGIN = '\0'
