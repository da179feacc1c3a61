import type { UserRow } from './table.ts'

/** Breaks of lines and other controls, which accounts of before may have in their names. */
const CONTROLS = /\p{Cc}+/gu

/**
 * Greeting of a mail. Only someone who has proven their e-mail is called by the name of the account: anyone who
 * registers with a stranger's e-mail is not to write to them through the station.
 */
export function greetingOf({ firstname, verified }: Pick<UserRow, 'firstname' | 'verified'>): string {
  return verified ? `Hello ${firstname.replaceAll(CONTROLS, ' ')},` : 'Hello,'
}
