import { toLocalDateTime } from '@carillon/contract/time'
import type { Seed, Seeds } from '../seed.ts'
import type { World } from '../world.ts'

/** A show to come, whatever else is said of it. */
const times = ({ clock }: World) => ({
  scheduledStart: toLocalDateTime(new Date(clock.now() + 3_600_000), 'Asia/Manila'),
  scheduledEnd: toLocalDateTime(new Date(clock.now() + 7_200_000), 'Asia/Manila'),
})
const inState =
  (state: Parameters<World['broadcast']>[0]): Seed =>
  async (world) => ({ as: 'DJ', path: { id: await world.broadcast(state) } })

export const broadcastSeeds: Seeds = {
  'GET /api/broadcasts': () => ({ as: 'visitor' }),
  'POST /api/broadcasts': (world) => ({ as: 'DJ', body: times(world) }),
  'POST /api/broadcasts/schedule': (world) => ({ as: 'DJ', body: times(world) }),
  'GET /api/broadcasts/{id}': inState('SCHEDULED'),
  'PUT /api/broadcasts/{id}': async (world) => ({
    as: 'DJ',
    path: { id: await world.broadcast('SCHEDULED') },
    body: times(world),
  }),
  'DELETE /api/broadcasts/{id}': inState('SCHEDULED'),
  'POST /api/broadcasts/{id}/start': async (world) => {
    await world.offAir()
    return { as: 'DJ', path: { id: await world.broadcast('SCHEDULED') } }
  },
  'POST /api/broadcasts/{id}/start-test': inState('SCHEDULED'),
  'POST /api/broadcasts/{id}/end': inState('LIVE'),
  'GET /api/broadcasts/{id}/hand-over': inState('LIVE'),
  'POST /api/broadcasts/{id}/stand-by': async (world) => {
    await world.live()
    return { as: 'DJ', path: { id: await world.broadcast('SCHEDULED') } }
  },
  'POST /api/broadcasts/{id}/hand-over': async (world) => ({
    as: 'DJ',
    path: { id: await world.live() },
    body: {
      to: await world.broadcast('SCHEDULED'),
      at: new Date(world.clock.now() + 3_600_000).toISOString(),
    },
  }),
  'POST /api/broadcasts/{id}/hand-over/cancel': async (world) => ({
    as: 'DJ',
    path: { id: await world.live() },
  }),
  'POST /api/broadcasts/{id}/test': inState('SCHEDULED'),
  'PUT /api/broadcasts/{id}/now-playing': async (world) => ({ as: 'DJ', path: { id: await world.live() } }),
  'PUT /api/broadcasts/{id}/slowmode': async (world) => ({ as: 'DJ', path: { id: await world.live() } }),
  'GET /api/broadcasts/{id}/marks': inState('LIVE'),
  'GET /api/broadcasts/{id}/songs': inState('LIVE'),
  'GET /api/broadcasts/{id}/analytics': inState('ENDED'),
  'GET /api/analytics/broadcast/{id}': inState('ENDED'),
  'GET /api/broadcasts/{id}/reminder': inState('SCHEDULED'),
  'PUT /api/broadcasts/{id}/reminder': inState('SCHEDULED'),
  'DELETE /api/broadcasts/{id}/reminder': inState('SCHEDULED'),
  'GET /api/broadcasts/{id}/calendar.ics': inState('SCHEDULED'),
}
