import type { StreamContext } from '../ports.ts'

/** Whether listeners may go back in a show; not while that cannot be asked. */
export async function isRewindable(
  broadcastId: number,
  { isRecordingPublic, log }: Pick<StreamContext, 'isRecordingPublic' | 'log'>,
): Promise<boolean> {
  try {
    return await isRecordingPublic(broadcastId)
  } catch (err) {
    log.warn({ err, broadcastId }, 'Listeners who are in the show before go on with what is live')
    return false
  }
}
