/** "42 people are listening." */
export function audienceWords(listenerCount: number): string {
  if (listenerCount === 0) return 'Nobody is listening at the moment.'
  return listenerCount === 1 ? '1 person is listening.' : `${listenerCount} people are listening.`
}
