import { liveHealth } from '@carillon/contract/broadcasts/endpoints'
import { getStreamStatus } from '@carillon/contract/stream/endpoints'
import { LISTENER_SOCKET_PATH } from '@carillon/contract/stream/schemas'
import type { ListenerMessage, ListeningMessage } from '@carillon/contract/stream/topics'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Call } from '../../../api/client.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { onStationReached, stationReached } from '../../../lib/station-reached.ts'
import { createStore, type Store } from '../../../lib/store.ts'
import { useCall } from '../../../session/session.ts'
import { ListenerSocket } from './listener-socket.ts'
import {
  HEALTH_POLL_MS,
  type LiveStatus,
  PUSH_SILENCE_MS,
  type Report,
  reportOfPoll,
  reportOfPush,
  UNKNOWN_STATUS,
  withoutAnswer,
  withReport,
} from './live-status.ts'
import { LineContext } from './live-status-context.ts'

/** Opens the line to the station for as long as the page lives. */
export function LiveStatusProvider({ children }: { children: ReactNode }) {
  const call = useCall()
  const [status] = useState(() => createStore<LiveStatus>(UNKNOWN_STATUS))
  const [talk] = useState(() => createTalk(status))
  useEffect(() => talk.open(), [talk])
  useEffect(() => pollHealth(status, call, talk), [status, call, talk])
  const line = useMemo(() => ({ status, say: talk.say }), [status, talk])
  return <LineContext value={line}>{children}</LineContext>
}

/** The socket's side: pushes become status; the last thing said is repeated on every new connection. */
function createTalk(status: Store<LiveStatus>) {
  let socket: ListenerSocket | null = null
  let lastSaid: ListeningMessage | null = null
  let pushedAt = performance.now()
  return {
    say(message: ListenerMessage) {
      if (message.type !== 'PLAYER_DELAY') lastSaid = message
      socket?.send(message)
    },
    /** Nothing was pushed for so long that nothing gets through. */
    isSilent: () => performance.now() - pushedAt > PUSH_SILENCE_MS,
    retryNow() {
      socket?.retryNow()
    },
    open() {
      const opened = new ListenerSocket({
        url: `${location.origin.replace(/^http/, 'ws')}${LISTENER_SOCKET_PATH}`,
        random: Math.random,
        isOnline: () => navigator.onLine,
        onStatus: (push) => {
          pushedAt = performance.now()
          const report = reportOfPush(push)
          stationClock.receive(report.reportedAt)
          status.set(withReport(status.get(), report, Date.now()))
        },
        onOpen: () => {
          // Another show may be on by now, and nobody has said which: it is about whatever is live.
          if (lastSaid) opened.send({ ...lastSaid, broadcastId: null })
          stationReached()
        },
        // Before the first word the poll decides: a refused socket alone is no unreachable station.
        onLost: () => status.get().station !== 'unknown' && status.set(withoutAnswer(status.get())),
      })
      socket = opened
      const onOnline = () => opened.networkReturned()
      addEventListener('online', onOnline)
      const stopWaiting = onStationReached(() => opened.retryNow())
      opened.connect()
      return () => {
        stopWaiting()
        removeEventListener('online', onOnline)
        opened.close()
      }
    },
  }
}

type Talk = ReturnType<typeof createTalk>

/** Asks at once and every 15 s, and when the network returns; gives back how to stop. */
function pollHealth(status: Store<LiveStatus>, call: Call, talk: Talk): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const ask = async () => {
    try {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(HEALTH_POLL_MS)])
      const report = await askHealth(call, talk.isSilent, inTime)
      const { isStale } = status.get()
      status.set(withReport(status.get(), report, Date.now()))
      talk.retryNow()
      if (isStale) stationReached()
    } catch (error) {
      if (signal.aborted) return
      console.error('The health of the stream could not be asked:', error)
      status.set(withoutAnswer(status.get()))
    }
  }
  const timer = setInterval(ask, HEALTH_POLL_MS)
  addEventListener('online', ask, { signal })
  void ask()
  return () => {
    clearInterval(timer)
    leaving.abort()
  }
}

/** Asks for the health, and between shows for what sounds where no push says it. */
async function askHealth(call: Call, isSilent: () => boolean, signal: AbortSignal): Promise<Report> {
  const report = reportOfPoll(await call(liveHealth, { signal }))
  if (report.isLive || !isSilent()) return report
  const { isLive, isStreaming, onAir } = await call(getStreamStatus, { signal })
  return { ...report, sound: { isStreaming, item: isLive ? null : onAir } }
}
