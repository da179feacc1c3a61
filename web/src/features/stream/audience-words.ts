/** "1,042 people are listening." */
export function audienceWords(listenerCount: number): string {
  if (listenerCount === 0) return 'Nobody is listening at the moment.'
  return listenerCount === 1
    ? '1 person is listening.'
    : `${listenerCount.toLocaleString('en-US')} people are listening.`
}
