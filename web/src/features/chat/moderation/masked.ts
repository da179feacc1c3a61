/**
 * The station writes an asterisk for each letter of a listed word and leaves what stood between them: `****`,
 * `* * * *`. One alone is somebody's emphasis.
 */
const MASK = /\*(?:[^\p{L}\p{N}*]{0,2}\*)+/u

/** Whether a word of this message was masked. Who writes asterisks themselves looks the same. */
export function isMasked({ content }: { content: string }): boolean {
  return MASK.test(content)
}

/** The message in pieces that follow one another, the masked ones marked. `start` is where a piece begins. */
export function piecesOf(content: string): { text: string; start: number; isMasked: boolean }[] {
  let start = 0
  return content.split(new RegExp(`(${MASK.source})`, 'u')).map((text, index) => {
    const piece = { text, start, isMasked: index % 2 === 1 }
    start += text.length
    return piece
  })
}
