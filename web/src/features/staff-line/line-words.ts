/** The other show of a hand-over, and its DJ. */
export type OtherShow = { broadcastId: number; djName: string }

/** Other end of a line: staff, the DJ of the show, or the DJ of the show that is still on air. */
export type LineEnd = { to: 'staff' | 'dj'; other?: OtherShow | null } | { to: 'dj-on-air'; other: OtherShow }

/** Words of a line: `title` of its row, `hint` says who reads it, `field` who gets what is written. */
export type LineWords = { title: string; hint: string; field: string }

/** Returns the words for who is at the other end. */
export function lineWords(end: LineEnd): LineWords {
  if (end.to === 'dj-on-air') {
    const { djName } = end.other
    return { title: `Line to ${djName}`, hint: `Only you, ${djName} and staff read this.`, field: djName }
  }
  const readers = end.to === 'staff' ? 'Only you and staff read this' : 'Only the DJ and staff read this'
  const hint = end.other ? `${readers}, but for what goes to both DJs.` : `${readers}.`
  if (end.to === 'staff') return { title: 'Staff', hint, field: 'the staff' }
  return { title: 'Line to the DJ', hint, field: 'the DJ' }
}
