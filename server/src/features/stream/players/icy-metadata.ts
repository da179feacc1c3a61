/** Bytes of sound between two blocks of metadata, as Icecast has it. */
export const METAINT_BYTES = 16_000
/** The length of a block is one byte that counts sixteens. */
const UNIT_BYTES = 16
const MAX_BLOCK_BYTES = 255 * UNIT_BYTES
const BEGIN = "StreamTitle='"
const END = "';"
/** In place of a title that has not changed. */
const UNCHANGED = Buffer.from([0])

/** Whether a player asks for titles between the sound. */
export function asksForTitles(header: string | string[] | undefined): boolean {
  return header === '1'
}

/**
 * A title as a block of Shoutcast metadata: a byte with the length in sixteens, then `StreamTitle='…';`, UTF-8, filled up
 * with zeros. Nothing in a title ends the block early, and a long one is cut between two characters.
 */
export function titleBlock(title: string): Buffer {
  const clean = title.replace(/\p{Cc}+/gu, ' ').replaceAll(END, '’;')
  const text = BEGIN + cutToBytes(clean, MAX_BLOCK_BYTES - BEGIN.length - END.length) + END
  const units = Math.ceil(Buffer.byteLength(text) / UNIT_BYTES)
  const block = Buffer.alloc(1 + units * UNIT_BYTES)
  block[0] = units
  block.write(text, 1)
  return block
}

function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  // An unfinished character becomes U+FFFD.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes)).replace(/\ufffd+$/u, '')
}

/** Titles between the sound of one listener: a block after each 16,000 bytes, with the title when it has changed. */
export class TitleInserter {
  readonly #titleNow: () => string
  #untilBlock = METAINT_BYTES
  #sent: string | null = null

  constructor(titleNow: () => string) {
    this.#titleNow = titleNow
  }

  /** The next bytes of the stream, with the blocks that fall into them. */
  insert(bytes: Buffer): Buffer {
    if (bytes.length < this.#untilBlock) {
      this.#untilBlock -= bytes.length
      return bytes
    }
    const parts: Buffer[] = []
    let rest = bytes
    while (rest.length >= this.#untilBlock) {
      parts.push(rest.subarray(0, this.#untilBlock), this.#nextBlock())
      rest = rest.subarray(this.#untilBlock)
      this.#untilBlock = METAINT_BYTES
    }
    this.#untilBlock -= rest.length
    return Buffer.concat([...parts, rest])
  }

  #nextBlock(): Buffer {
    const title = this.#titleNow()
    if (title === this.#sent) return UNCHANGED
    this.#sent = title
    return titleBlock(title)
  }
}
