import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { rawStreamRoutes } from './routes.ts'
import { ListenerProbe, liveBroadcast, startStation } from './testing.ts'

let close = async () => {}
afterEach(() => close())

it('[ST28] one listener too many is refused with 503 and told when to come back', async () => {
  const { stream, context, streamUrl, ...station } = await startStation({
    settings: { maxListeners: 1 },
  })
  close = station.close
  stream.openMount({ broadcastId: liveBroadcast.id, kind: 'live' })
  await new ListenerProbe(streamUrl()).received(1)
  const [live] = rawStreamRoutes(stream, context)
  const request = { method: 'GET', query: {} } as FastifyRequest
  const reply = { header: () => reply } as unknown as FastifyReply
  const readmit = async () => null
  const countReply = (bytes: Buffer) => bytes
  const refused = async () =>
    live?.handle({ request, reply, session: null, subject: undefined, readmit, countReply })
  await expect(refused).rejects.toThrow(
    expect.objectContaining({ code: 'STATION_FULL', retryAfterSeconds: 10 }),
  )
})
