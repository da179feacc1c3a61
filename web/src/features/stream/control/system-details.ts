import type { AnalyticsHealth } from '@carillon/contract/analytics/schemas'
import type { RadioStatus, StreamHealth } from '@carillon/contract/stream/schemas'
import { formatTimestamp } from '../../../lib/station-time.ts'
import type { ConnectionView } from '../../../realtime/connection-view.ts'

/** An answer that is awaited, there, or failed; what was there once stays. */
export type Asked<Data> = { data: Data | undefined; errorUpdatedAt: number; dataUpdatedAt: number }

/** State of a part of the station. Colour only repeats the words. */
export type SystemDetail = {
  name: string
  state: 'fine' | 'warning' | 'problem' | 'unknown'
  words: string
  note?: string | undefined
}

type Answers = {
  health: Asked<StreamHealth>
  radio: Asked<RadioStatus>
  numbers: Asked<AnalyticsHealth>
  connection: ConnectionView
}

const BITS_IN_KILOBIT = 1_000

/** The parts of the station, the one that carries the others first. */
export function systemDetails({ health, radio, numbers, connection }: Answers): SystemDetail[] {
  return [
    known('Media server', radio, mediaServer),
    known('Stream', health, stream),
    known('API and database', numbers, database),
    sockets(connection),
  ]
}

type Known = Omit<SystemDetail, 'name'>

/** Before the first answer nobody knows, which is no trouble; without an answer afterwards it is. */
function known<Data>(name: string, asked: Asked<Data>, read: (data: Data) => Known): SystemDetail {
  if (asked.errorUpdatedAt > asked.dataUpdatedAt)
    return { name, state: 'problem', words: '—', note: 'No answer' }
  if (asked.data === undefined) return { name, state: 'unknown', words: 'Checking…' }
  return { name, ...read(asked.data) }
}

function mediaServer({ running, startedAt }: RadioStatus): Known {
  if (!running) return { state: 'problem', words: 'DOWN', note: 'Stopped: nothing can go on air' }
  return {
    state: 'fine',
    words: 'UP',
    note: startedAt ? `Since ${formatTimestamp(new Date(startedAt))}` : undefined,
  }
}

function stream({ broadcastLive, bitrate, recovering, errorMessage }: StreamHealth): Known {
  if (!broadcastLive) return { state: 'fine', words: 'Off air', note: 'Nothing is on air' }
  if (recovering)
    return { state: 'warning', words: 'Recovering…', note: errorMessage ?? 'The DJ is reconnecting' }
  if (errorMessage) return { state: 'warning', words: 'On air', note: errorMessage }
  return {
    state: 'fine',
    words: 'On air',
    note: bitrate === null ? 'Audio OK' : `${Math.round(bitrate / BITS_IN_KILOBIT)} kbps`,
  }
}

function database({ healthy, databaseMs }: AnalyticsHealth): Known {
  const note = `Answered in ${Math.max(1, Math.round(databaseMs))} ms`
  if (healthy) return { state: 'fine', words: 'UP', note }
  return { state: 'warning', words: 'UP', note: 'Listeners are not counted right now' }
}

function sockets({ state, attempt, maxAttempts }: ConnectionView): SystemDetail {
  const name = 'Sockets'
  if (state === 'open') return { name, state: 'fine', words: 'Connected', note: 'Live updates connected' }
  if (state === 'gave-up') return { name, state: 'problem', words: 'Not connected', note: 'Gave up' }
  if (state === 'offline')
    return { name, state: 'problem', words: 'Not connected', note: 'This browser is offline' }
  if (attempt === 0) return { name, state: 'unknown', words: 'Checking…' }
  return { name, state: 'warning', words: 'Reconnecting…', note: `Try ${attempt} of ${maxAttempts}` }
}
