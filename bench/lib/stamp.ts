/** Mark of a message of the bench: before it, when it was sent and which one it is, in a length that never changes. */
const MARK = '~~'
const TIME_LENGTH = 16
const NUMBER_LENGTH = 6
const ZERO = 0x30
const markBytes = Buffer.from(MARK)

/** A chat message of this many characters that says when it was written. */
export function stamped(number: number, length: number, filler = 'and so it goes in the chat '): string {
  const time = epochMs().toFixed(2).padStart(TIME_LENGTH)
  const stamp = `${MARK}${time}${String(number).padStart(NUMBER_LENGTH, '0')} `
  return (stamp + filler.repeat(length / filler.length)).slice(0, length).trimEnd()
}

/** Offset of the next stamp at or after this place; -1 when there is none. */
export function nextStamp(bytes: Buffer, from: number): number {
  return bytes.indexOf(markBytes, from)
}

/** The number of the message whose stamp begins here. */
export function numberAt(bytes: Buffer, at: number): number {
  const start = at + MARK.length + TIME_LENGTH
  let number = 0
  for (let digit = start; digit < start + NUMBER_LENGTH; digit += 1)
    number = number * 10 + (bytes[digit] ?? ZERO) - ZERO
  return number
}

/** Milliseconds since the message whose stamp begins here was written. */
export function ageMsAt(bytes: Buffer, at: number): number {
  return epochMs() - Number(bytes.toString('latin1', at + MARK.length, at + MARK.length + TIME_LENGTH))
}

/** The wall clock, finer than a millisecond. */
function epochMs(): number {
  return performance.timeOrigin + performance.now()
}
