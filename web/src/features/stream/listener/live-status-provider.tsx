import { liveHealth } from '@carillon/contract/broadcasts'
import { LISTENER_SOCKET_PATH, type ListenerMessage } from '@carillon/contract/stream'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Call, call as pageCall } from '../../../api/client.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { createStore, type Store, useStore } from '../../../lib/store.ts'
import { ListenerSocket } from './listener-socket.ts'
import {
  HEALTH_POLL_MS,
  type LiveStatus,
  RECOVERING_SHOWN_AFTER_MS,
  reportOfPoll,
  reportOfPush,
  showsRecovering,
  UNKNOWN_STATUS,
  withoutAnswer,
  withReport,
} from './live-status.ts'

export type Live = LiveStatus & {
  /** The studio has been away for four seconds or more: say so. */
  isRecoveringShown: boolean
}

/** The line to the station: what it says, and a way to say something. */
export type Line = {
  status: Store<LiveStatus>
  /** Says something on /ws/listener now, and again whenever the socket opens anew. */
  say: (message: ListenerMessage) => void
}

const LineContext = createContext<Line | null>(null)

/** Whether the station is live, kept current by the pushes of /ws/listener and the health poll. */
export function useLiveStatus(): Live {
  const status = useStore(useLine().status)
  const [now, setNow] = useState(Date.now)
  const { recoveringSince } = status
  useEffect(() => {
    if (recoveringSince === null) return
    const left = recoveringSince + RECOVERING_SHOWN_AFTER_MS - Date.now()
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [recoveringSince])
  return useMemo(() => ({ ...status, isRecoveringShown: showsRecovering(status, now) }), [status, now])
}

/** The line to the station itself, for the player. */
export function useLine(): Line {
  const line = useContext(LineContext)
  if (!line) throw new Error('useLiveStatus outside LiveStatusProvider')
  return line
}

/** Opens the line to the station for as long as the page lives. `call` is the page's client unless a test brings its own. */
export function LiveStatusProvider({ call = pageCall, children }: { call?: Call; children: ReactNode }) {
  const [status] = useState(() => createStore<LiveStatus>(UNKNOWN_STATUS))
  const [talk] = useState(() => createTalk(status))
  useEffect(() => talk.open(), [talk])
  useEffect(() => pollHealth(status, call, talk.retryNow), [status, call, talk])
  const line = useMemo(() => ({ status, say: talk.say }), [status, talk])
  return <LineContext value={line}>{children}</LineContext>
}

/** The socket's side: pushes become status; the last thing said is repeated on every new connection. */
function createTalk(status: Store<LiveStatus>) {
  let socket: ListenerSocket | null = null
  let lastSaid: ListenerMessage | null = null
  return {
    say(message: ListenerMessage) {
      lastSaid = message
      socket?.send(message)
    },
    retryNow() {
      socket?.retryNow()
    },
    open() {
      const opened = new ListenerSocket({
        url: `${location.origin.replace(/^http/, 'ws')}${LISTENER_SOCKET_PATH}`,
        random: Math.random,
        isOnline: () => navigator.onLine,
        onStatus: (push) => {
          const report = reportOfPush(push)
          stationClock.hear(report.reportedAt)
          status.set(withReport(status.get(), report, Date.now()))
        },
        onOpen: () => lastSaid && opened.send(lastSaid),
        // Before the first word the poll decides: a refused socket alone is no unreachable station.
        onLost: () => status.get().station !== 'unknown' && status.set(withoutAnswer(status.get())),
      })
      socket = opened
      const onOnline = () => opened.networkReturned()
      addEventListener('online', onOnline)
      opened.connect()
      return () => {
        removeEventListener('online', onOnline)
        opened.close()
      }
    },
  }
}

/** Asks at once and every 15 s, and when the network returns; gives back how to stop. */
function pollHealth(status: Store<LiveStatus>, call: Call, onAnswered: () => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const ask = async () => {
    try {
      const health = await call(liveHealth, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(HEALTH_POLL_MS)]),
      })
      status.set(withReport(status.get(), reportOfPoll(health), Date.now()))
      onAnswered()
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
