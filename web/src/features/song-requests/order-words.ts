import { messageOf } from '../../api/api-error.ts'

/** What the station had against an order about a request. */
export function orderWords(error: unknown): string {
  return messageOf(error, 'That didn’t work. Please try again.')
}
