/**
 * Gives the index at which what one listener heard begins in what another one heard, for as long as both went on; -1 where it
 * is no piece of it. Recordings are played again and again: a few packets may stand at several places.
 */
export function placeIn(all: readonly string[], piece: readonly string[]): number {
  return all.findIndex((_, at) =>
    piece.slice(0, all.length - at).every((one, next) => one === all[at + next]),
  )
}
