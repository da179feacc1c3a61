import { type IRawFrameType, Parser } from '@stomp/stompjs'

/** No frame of the contract is longer: the largest holds a chat message of 1500 characters. */
export const MAX_FRAME_BYTES = 16 * 1024
export const MAX_HEADERS = 32
export const MAX_HEADER_LENGTH = 2 * 1024

/** More than a connection may send at once: the rest of such a message is not worth reading. */
export const MAX_FRAMES_AT_ONCE = 200

/** A frame as it was read: escapes are still in its headers, since what they mean depends on the version. */
export type RawFrame = { command: string; headers: [string, string][]; body: string }
/** Result of decoding: frames before a fault are good. */
export type Decoded = { frames: RawFrame[]; fault: string | null }

const NULL = 0
const LF = 10
const CR = 13
/** STOMP 1.2, Frames: of a client's frames only these may have a body. */
const WITH_BODY: ReadonlySet<string> = new Set(['SEND'])
const LENGTH = /^\d{1,9}$/
/** Replacement character of a UTF-8 decoder for bytes that are no character. */
const NO_UTF8 = '\ufffd'

/** Cuts what a client sends into frames, wherever its messages end. After a fault nothing more can be read. */
export class Decoder {
  #parser: FrameParser | null = null
  #frameBytes = 0

  /** Whether a frame has begun and not ended. */
  get isInFrame(): boolean {
    return this.#frameBytes > 0
  }

  /** Takes bytes: whole frames, parts of frames, heart-beats. */
  push(bytes: Uint8Array): Decoded {
    const frames: RawFrame[] = []
    let rest = this.#skipEnds(bytes)
    while (rest.length > 0) {
      const end = rest.indexOf(NULL)
      const fault = this.#takeText(end === -1 ? rest : rest.subarray(0, end))
      if (fault) return { frames, fault }
      if (end === -1) return { frames, fault: null }
      if (frames.length === MAX_FRAMES_AT_ONCE) return { frames, fault: 'Too many frames at once' }
      const frameFault = this.#takeNull(frames)
      if (frameFault) return { frames, fault: frameFault }
      rest = this.#skipEnds(rest.subarray(end + 1))
    }
    return { frames, fault: null }
  }

  /** STOMP 1.2, Augmented BNF: any number of line ends may follow a frame; alone they are heart-beats. */
  #skipEnds(bytes: Uint8Array): Uint8Array {
    if (this.isInFrame) return bytes
    const start = bytes.findIndex((byte) => byte !== LF && byte !== CR)
    return bytes.subarray(start === -1 ? bytes.length : start)
  }

  /** Takes bytes without a NULL: no frame may end in them. */
  #takeText(bytes: Uint8Array): string | null {
    this.#frameBytes += bytes.length
    if (this.#frameBytes > MAX_FRAME_BYTES) return `A frame has more than ${MAX_FRAME_BYTES} bytes`
    this.#feed(bytes)
    return this.#parser?.completed ? 'The body is longer than its content-length' : null
  }

  /** Takes a NULL: the end of a frame, unless its content-length says that it belongs to the body. */
  #takeNull(frames: RawFrame[]): string | null {
    if (this.#frameBytes === 0) return 'A frame has no command'
    this.#frameBytes += 1
    this.#feed(Uint8Array.of(NULL))
    const completed = this.#parser?.completed
    if (!completed) return null
    // Between messages there is mostly no frame, and no parser to keep.
    this.#frameBytes = 0
    if (this.#parser) giveBack(this.#parser)
    this.#parser = null
    const { command = '', headers, binaryBody = new Uint8Array() } = completed
    const fault = faultOf(command, headers, binaryBody)
    if (!fault) frames.push({ command, headers, body: Buffer.from(binaryBody).toString('utf8') })
    return fault
  }

  #feed(bytes: Uint8Array): void {
    this.#parser ??= spare.pop() ?? new FrameParser()
    this.#parser.feed(bytes)
  }
}

/** The library's parser: with its codecs it costs more than most frames, so that it is used again for the next one. */
class FrameParser {
  completed: IRawFrameType | null = null
  readonly #parser = new Parser(
    (frame) => {
      this.completed = frame
    },
    () => undefined, // heart-beats do not come this far
  )

  feed(bytes: Uint8Array): void {
    this.#parser.parseChunk(new Uint8Array(bytes).buffer)
  }
}

const MAX_SPARE = 16
const spare: FrameParser[] = []

/** Takes a parser between two frames: then it remembers nothing of anyone it read for. */
function giveBack(parser: FrameParser): void {
  parser.completed = null
  if (spare.length < MAX_SPARE) spare.push(parser)
}

function faultOf(command: string, headers: [string, string][], body: Uint8Array): string | null {
  if (headers.length > MAX_HEADERS) return `A frame has more than ${MAX_HEADERS} headers`
  const isTooLong = ([name, value]: [string, string]) => name.length + value.length >= MAX_HEADER_LENGTH
  if (headers.some(isTooLong)) return `A header has more than ${MAX_HEADER_LENGTH} characters`
  const head = [command, ...headers.flat()].join('')
  if (head.includes(NO_UTF8)) return 'Command and headers must be UTF-8'
  // An answer that repeated one would end in the middle of its own headers.
  if (head.includes('\0')) return 'A frame ended before its headers did'
  const length = headers.find(([name]) => name === 'content-length')
  if (length && !LENGTH.test(length[1])) return 'content-length is no number'
  return body.length > 0 && !WITH_BODY.has(command) ? 'Only SEND may have a body' : null
}
