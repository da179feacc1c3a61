import type { Person } from '@carillon/contract/roles'
import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { dismissToast, toasts } from '../ui/toast.ts'
import type { Answer } from './station.ts'

export const DJ: Person = { id: 8, name: 'Mikael Reyes', role: 'DJ' }
/** The show that is on air before both dashboards. */
export const SHOW = {
  id: 3,
  title: 'Harana Hour',
  description: '',
  status: 'LIVE',
  scheduledStart: '2026-11-20T14:00:00.000',
  scheduledEnd: '2026-11-20T16:00:00.000',
  actualStart: '2026-11-20T06:00:00.000Z',
  actualEnd: null as string | null,
  endReason: null,
  createdBy: DJ,
  startedBy: DJ,
  slowModeEnabled: false,
  slowModeSeconds: 0,
  listenerCount: 128,
  peakListeners: 143,
  totalInteractions: 0,
  streamUrl: null,
  recordingUrl: null,
}

/** The only page of a list. */
export const pageOf = (content: object[], totalElements = content.length) => ({
  content,
  page: 0,
  size: 15,
  totalElements,
  totalPages: 1,
  last: true,
})

type Air = { isLive: boolean; isRunning: boolean; problem: string | null }

/** Health of the stream as the station reports it. */
export const healthOf = ({ isLive, isRunning, problem }: Air) => ({
  healthy: isRunning,
  recovering: false,
  broadcastLive: isLive,
  broadcastId: isLive ? 3 : null,
  listenerCount: isLive ? 128 : 0,
  bitrate: 96_000,
  lastCheckedAt: new Date().toISOString(),
  errorMessage: problem,
  icecastServer: isRunning ? 'UP' : 'DOWN',
})

class SilentSocket {
  static readonly OPEN = 1
  readyState = SilentSocket.OPEN
  send(): void {}
  close(): void {}
}

/** A request as the page made it. */
export type ReceivedRequest = { method: string; path: string; query: URLSearchParams; body: unknown }

/** Answers the page by `answer`, `null` never, until `leaveDashboard`. Gives what was asked, as it comes. */
export function stubStation(answer: (request: ReceivedRequest) => Answer | null): ReceivedRequest[] {
  const received: ReceivedRequest[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, location.origin)
    const sent = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const request = { method: init.method ?? 'GET', path, query, body: sent }
    received.push(request)
    const answered = answer(request)
    if (!answered) return new Promise(() => undefined)
    const { status, body, headers = {} } = answered
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  })
  vi.stubGlobal('WebSocket', SilentSocket)
  return received
}

/** Leaves the page, and what was put in the place of its station. */
export function leaveDashboard(): void {
  cleanup()
  for (const { id } of toasts.get()) dismissToast(id)
  vi.unstubAllGlobals()
}
