import { deleteRecording, updateRecording } from '@carillon/contract/recordings/endpoints'
import type { RecordingBody } from '@carillon/contract/recordings/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { announce } from '../../lib/announce.ts'
import { useCommand } from '../../lib/use-command.ts'
import { useCall } from '../../session/session.ts'
import { recordingKey } from './recording-query.ts'
import type { Question } from './recording-questions.ts'

/** Everything that can be done to a recording; to keep it needs no question. */
export type RecordingOrder = Question | 'keep'

const CHANGES: Record<Exclude<RecordingOrder, 'delete'>, { body: RecordingBody; done: string }> = {
  hide: { body: { isPublic: false }, done: 'The recording is private' },
  publish: { body: { isPublic: true }, done: 'The recording is public' },
  keep: { body: { isKept: true }, done: 'The recording is kept' },
  'let-go': { body: { isKept: false }, done: 'The recording is no longer kept' },
}

/** Orders about one recording, one after the other. `onChanged` hears of each that was carried out. */
export function useRecordingOrders(broadcastId: number, onChanged: () => void) {
  const call = useCall()
  const queries = useQueryClient()
  const [isDeleted, setDeleted] = useState(false)
  const params = { id: broadcastId }
  const { run, ...command } = useCommand((error) => messageOf(error, 'That didn’t work. Please try again.'))

  async function remove(givenUp: AbortSignal): Promise<void> {
    await call(deleteRecording, { params, givenUp })
    setDeleted(true)
    // Whatever plays it asks again, and hears that it is gone.
    void queries.resetQueries({ queryKey: recordingKey(broadcastId) })
    announce('The recording was deleted')
  }

  async function change(order: keyof typeof CHANGES, givenUp: AbortSignal): Promise<void> {
    const { body, done } = CHANGES[order]
    const changed = await call(updateRecording, { params, body, givenUp })
    queries.setQueryData(recordingKey(broadcastId), changed)
    announce(done)
  }

  return {
    ...command,
    isDeleted,
    run: (requested: RecordingOrder) =>
      run(async (givenUp) => {
        await (requested === 'delete' ? remove(givenUp) : change(requested, givenUp))
        onChanged()
      }),
  }
}
