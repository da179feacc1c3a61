import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import type { DjParts } from './dj-parts.ts'
import type { DjEvent } from './dj-state.ts'

export type BroadcastEnding = {
  /** Ends the show or the test; `givenUp` ends the tries. Rejects with ApiError, and the show goes on. */
  end(givenUp?: AbortSignal): Promise<void>
  /** A line that does not come back may mean that the show is over: ask, one question at a time. */
  endIfOver(): Promise<void>
  /** Receives an event of the line, which may have been the end. */
  receive(event: DjEvent): void
}

/** Ways of a broadcast to leave the air: by the DJ, by the station, or unnoticed while the line was away. */
export function createBroadcastEnding({ calls, machine, line, sound, draft }: DjParts): BroadcastEnding {
  let isEnding = false
  let isAsking = false

  function finish(broadcast: Broadcast): void {
    line.close()
    if (broadcast.status === 'ENDED') sound.close()
    void draft.settle(broadcast)
    machine.dispatch({ type: 'ENDED', broadcast })
  }

  async function end(givenUp?: AbortSignal): Promise<void> {
    const { broadcast } = machine
    if (!broadcast) return
    isEnding = true
    try {
      finish(await calls.end(broadcast.id, givenUp))
    } catch (cause) {
      void endIfOver()
      throw cause
    } finally {
      isEnding = false
    }
  }

  async function endIfOver(): Promise<void> {
    const { broadcast } = machine
    if (!broadcast || isAsking) return
    isAsking = true
    const now = await calls.get(broadcast.id).catch(() => null)
    isAsking = false
    if (now && now.status !== 'LIVE' && now.status !== 'TESTING') finish(now)
  }

  /** The station ended the show: the summary says how. */
  async function learnEnd(closed: DjEvent): Promise<void> {
    const { broadcast } = machine
    const ended = broadcast && (await calls.get(broadcast.id).catch(() => null))
    if (ended) finish(ended)
    else machine.dispatch(closed)
  }

  function receive(event: DjEvent): void {
    if (event.type === 'CLOSED') {
      const { code } = event.close
      const isEnded = code === SOURCE_CLOSE.BROADCAST_ENDED
      // The station's own close is the echo of the call that is under way.
      if (isEnded && isEnding) return
      line.close()
      if (code === SOURCE_CLOSE.SESSION_REVOKED) signOut({ machine, sound })
      if (isEnded) return void learnEnd(event)
    }
    machine.dispatch(event)
    if (event.type === 'LOST') void endIfOver()
  }

  return { end, endIfOver, receive }
}

/** No microphone stays open for somebody who is gone; the next sign-in looks for their show again. */
function signOut({ machine, sound }: Pick<DjParts, 'machine' | 'sound'>): void {
  machine.user = null
  sound.close()
}
