import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { onAirSchema } from '../plays/now-playing.ts'
import { BROADCASTERS } from '../roles.ts'
import { radioStatusSchema, streamConfigSchema, streamHealthSchema, streamStatusSchema } from './schemas.ts'

export const getStreamConfig = endpoint({
  method: 'GET',
  path: '/api/stream/config',
  summary: 'How to listen',
  access: 'public',
  status: 200,
  reply: streamConfigSchema,
})
export const getStreamStatus = endpoint({
  method: 'GET',
  path: '/api/stream/status',
  summary: 'Whether the station is live, and how many listen',
  access: 'public',
  status: 200,
  reply: streamStatusSchema,
})
export const getStreamHealth = endpoint({
  method: 'GET',
  path: '/api/stream/health',
  summary: 'Health of the stream',
  access: 'public',
  status: 200,
  reply: streamHealthSchema,
})
export const listEarlier = endpoint({
  method: 'GET',
  path: '/api/stream/earlier',
  summary: 'What played between shows, as far as listeners can go back to it, newest first',
  access: 'public',
  status: 200,
  /** `endsAt` is when it ended; of what sounds, when it would end if nothing cut it. A bed that sounds has none. */
  reply: z.array(onAirSchema),
})
export const startStream = endpoint({
  method: 'POST',
  path: '/api/stream/start',
  summary: 'Open the feed of the live broadcast',
  access: BROADCASTERS,
  status: 200,
  reply: streamStatusSchema,
  refusals: ['WRONG_STATE', 'MEDIA_AWAY'],
})
export const stopStream = endpoint({
  method: 'POST',
  path: '/api/stream/stop',
  summary: 'Hold the feed of the live broadcast: listeners hear silence',
  access: BROADCASTERS,
  status: 200,
  reply: streamStatusSchema,
  refusals: ['WRONG_STATE', 'MEDIA_AWAY'],
})
export const startRadio = endpoint({
  method: 'POST',
  path: '/api/radio/start',
  summary: "Start the station's media service",
  access: ['ADMIN'],
  status: 200,
  reply: radioStatusSchema,
})
export const stopRadio = endpoint({
  method: 'POST',
  path: '/api/radio/stop',
  summary: "Stop the station's media service; refused while on air",
  access: ['ADMIN'],
  status: 200,
  reply: radioStatusSchema,
  refusals: ['WRONG_STATE'],
})
export const getRadioStatus = endpoint({
  method: 'GET',
  path: '/api/radio/status',
  summary: "State of the station's media service",
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  reply: radioStatusSchema,
})

export const streamEndpoints = {
  getStreamConfig,
  getStreamStatus,
  getStreamHealth,
  listEarlier,
  startStream,
  stopStream,
  startRadio,
  stopRadio,
  getRadioStatus,
}
