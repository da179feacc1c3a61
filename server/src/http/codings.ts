/** Content codings of replies (RFC 9110 s8.4.1), the best first. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** Whether a caller takes this coding. RFC 9110 s12.5.3: named, and not with a weight of zero. */
export function takesCoding(accepted: string | string[] | undefined, coding: Coding): boolean {
  return String(accepted ?? '')
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim().toLowerCase()))
    .some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? ''))
}
