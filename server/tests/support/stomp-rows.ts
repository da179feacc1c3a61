import { broadcastEndpoints as calls } from '@carillon/contract/broadcasts/endpoints'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Member, startStation, type TestStation } from './station.ts'
import { frameText, openWire, type TransportName, type WireClient, type WireFrame } from './stomp.ts'

/** One MUST of STOMP 1.2: what it says, and what proves it on an open connection. */
export type Row = readonly [words: string, prove: (client: WireClient) => Promise<void>]

let station: TestStation
let dj: Member
/** The broadcast whose topic carries what the rows wait for. */
let id: number
let clients: WireClient[] = []
let titles = 0

/** Starts a station for the tests of a file, and ends it and its connections after them. */
export function useStompStation(): void {
  beforeAll(async () => {
    station = await startStation()
    dj = await station.as('DJ')
    id = (await station.call(calls.createBroadcast, { as: dj, body: { title: 'Harana Hour' } })).data.id
  })
  afterAll(() => station.close())
  afterEach(() => {
    for (const client of clients) client.close()
    clients = []
  })
}

/** Opens a connection and proves a row on it. */
export const provingOver = (transport: TransportName) => async (prove: Row[1]) => {
  const client = await openWire(station, transport)
  clients.push(client)
  await prove(client)
}

/** Connections that have joined a broadcast. */
export const presence = (room: number) => station.app.presence(room)

export const topic = () => `/topic/broadcast/${id}`
export const subscribe = (headers: Record<string, string> = {}) =>
  frameText('SUBSCRIBE', { id: 'sub-0', destination: topic(), receipt: 'subscribed', ...headers })
export const join = (headers: Record<string, string> = {}, body = '') =>
  frameText('SEND', { destination: `/app/broadcast/${id}/join`, receipt: 'sent', ...headers }, body)

/** Makes news on the topic. */
export async function publish(): Promise<string> {
  titles += 1
  const title = `Harana ${titles}`
  const { status } = await station.call(calls.updateBroadcast, { as: dj, params: { id }, body: { title } })
  expect(status).toBe(200)
  return title
}

/** ERROR, then the end: STOMP 1.2, ERROR. */
export async function expectRefused(
  client: WireClient,
  text: string,
  code = 'INVALID_INPUT',
): Promise<WireFrame> {
  const error = await client.ask(text)
  expect(error?.command).toBe('ERROR')
  expect(error?.headers.code).toBe(code)
  expect(error?.headers.message).not.toBe('')
  expect(await client.next()).toBeNull()
  return error as WireFrame
}

/** The frame is taken: its receipt comes. */
export async function expectReceipt(client: WireClient, text: string, receipt: string): Promise<void> {
  expect(await client.ask(text)).toMatchObject({ command: 'RECEIPT', headers: { 'receipt-id': receipt } })
}

export async function expectEvent(
  client: WireClient,
  headers: Record<string, string> = {},
): Promise<WireFrame> {
  const title = await publish()
  const message = await client.next()
  expect(message).toMatchObject({ command: 'MESSAGE', headers: { destination: topic(), ...headers } })
  expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'BROADCAST_UPDATED', broadcast: { title } })
  return message as WireFrame
}

/** After CONNECTED of version 1.2. */
export const connected = (prove: (client: WireClient) => Promise<void>) => async (client: WireClient) => {
  expect(await client.connect()).toMatchObject({ command: 'CONNECTED', headers: { version: '1.2' } })
  await prove(client)
}
