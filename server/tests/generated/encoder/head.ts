import fc, { type Arbitrary } from 'fast-check'

/**
 * Verdict on a request by its head alone, in the order in which it is looked at: `elsewhere` is not for the door of
 * encoders, `unclear` is 400 for the length of the body, `in` is the source.
 */
export type Verdict = 'elsewhere' | '431' | '400' | '200' | 'unclear' | '401' | '415' | 'in'
const ORDER: readonly Verdict[] = ['elsewhere', '431', '400', '200', 'unclear', '401', '415', 'in']

/** A line, or lines, of a head and what they lead to when all the others are good. */
type Part = readonly [lines: string, verdict: Verdict]

const GOOD_LINES: Part[] = [
  ['PUT /studio.ogg HTTP/1.1', 'in'],
  ['PUT /studio.ogg HTTP/1.0', 'in'],
  ['SOURCE /studio.ogg HTTP/1.0', 'in'],
  ['SOURCE /studio.ogg ICE/1.0', 'in'],
]
const ODD_LINES: Part[] = [
  ['OPTIONS * HTTP/1.1', '200'],
  ['PUT /studio.ogg HTTP/9', '400'],
  ['PUT /studio.ogg ', '400'],
  ['SOURCE /studio.ogg  ICE/1.0', '400'],
  ['SOURCE /studio.ogg ICE/1.0 again', '400'],
  ['put /studio.ogg HTTP/1.1', 'elsewhere'],
  ['PUT /studio.ogg?a=b HTTP/1.1', 'elsewhere'],
  ['POST /studio.ogg HTTP/1.1', 'elsewhere'],
  ['GET /studio.ogg HTTP/1.1', 'elsewhere'],
  ['SOURCE /live.ogg ICE/1.0', 'elsewhere'],
  ['SOURCE', 'elsewhere'],
]
const TYPES: Part[] = [
  ['', 'in'],
  ['Content-Type: audio/ogg', 'in'],
  ['content-type:APPLICATION/OGG; codecs=opus', 'in'],
  ['Content-Type: application/octet-stream', 'in'],
  ['Content-Type: audio/mpeg', '415'],
  ['Content-Type: video/webm', '415'],
  ['Content-Type: ', '415'],
  [`Content-Type: ${'x'.repeat(3_000)}`, '415'],
]
const GOOD_FIELDS: Part[] = [
  ['Host: station', 'in'],
  ['User-Agent: BUTT', 'in'],
  [`User-Agent: ${'\xff'.repeat(300)}`, 'in'],
  ['Ice-Public: 1\r\nIce-Name: \xe9\xe8\r\nIce-Audio-Info: bitrate=96', 'in'],
  ['Connection: keep-alive\r\nUpgrade: TLS/1.0', 'in'],
  ['X-A: a\nX-B: b', 'in'],
  ['Expect: nothing', 'in'],
  ['X-Forwarded-For: 999.1.1.1', 'in'],
  [`X-A: ${'b'.repeat(5_000)}`, 'in'],
]
const ODD_FIELDS: Part[] = [
  ['no colon', '400'],
  [' folded: yes', '400'],
  ['blank : before', '400'],
  [': nameless', '400'],
  ['X-A: \x01', '400'],
  ['X-A: a\nno colon', '400'],
  [`X-A: ${'b'.repeat(9_000)}`, '431'],
]
const WRONG_PASSWORDS: Part[] = [
  ['', '401'],
  [`Authorization: Basic ${btoa('source:abcde-fghij-kmnpq')}`, '401'],
  [`Authorization: Basic ${btoa('source:')}`, '401'],
  ['Authorization: Basic ???', '401'],
  ['Authorization: Basic', '401'],
  ['Authorization: Bearer x', '401'],
  [`Authorization: Basic ${'A'.repeat(2_000)}`, '401'],
  [`Authorization: Basic ${btoa("source:' OR 1=1 --")}`, '401'],
]

const OURS = 'Authorization: Basic OURS'
const mostly = (good: readonly Part[], odd: readonly Part[]): Arbitrary<Part> =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...good) }, fc.constantFrom(...odd))

/** A head without what says how long its body is. `OURS` stands for the password. */
export type Head = { parts: readonly Part[]; isExpecting: boolean }
export const heads: Arbitrary<Head> = fc
  .record({
    line: mostly(GOOD_LINES, ODD_LINES),
    password: mostly([[OURS, 'in']], WRONG_PASSWORDS),
    type: mostly(TYPES.slice(0, 4), TYPES.slice(4)),
    fields: fc.array(mostly(GOOD_FIELDS, ODD_FIELDS), { maxLength: 3 }),
    isExpecting: fc.boolean(),
  })
  .map(({ line, password, type, fields, isExpecting }) => ({
    // The first of each name counts.
    parts: isExpecting
      ? [line, ['Expect: 100-continue', 'in'], password, type, ...fields]
      : [line, password, type, ...fields],
    isExpecting,
  }))

/** Verdict that the station has to give on a head. */
export function verdictOf(parts: readonly Part[], bytes: number): Verdict {
  const verdicts = parts.map(([, verdict]) => verdict)
  if (bytes > MAX_HEAD_BYTES && !verdicts.includes('elsewhere')) return '431'
  return ORDER.find((one) => verdicts.includes(one)) ?? 'in'
}

const MAX_HEAD_BYTES = 8 * 1024

/** A head as it goes out, Latin-1, with the encoded name and password of the show. */
export function writeHead(parts: readonly Part[], credentials: string): Buffer {
  const lines = parts.map(([text]) => text).filter((text, at) => at === 0 || text !== '')
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`.replace('OURS', credentials), 'latin1')
}
