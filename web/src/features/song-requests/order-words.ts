import { messageOf } from '../../api/api-error.ts'

/** Words for a failed command on a request. */
export function orderWords(error: unknown): string {
  return messageOf(error, 'That didn’t work. Please try again.')
}
