/** The station writes an asterisk for each character of a listed word; one alone is somebody's emphasis. */
const MASK = /\*{2,}/

/** Whether a word of this message was masked. Who writes asterisks themselves looks the same. */
export function isMasked({ content }: { content: string }): boolean {
  return MASK.test(content)
}
