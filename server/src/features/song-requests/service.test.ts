import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { createSongRequestService } from './service.ts'
import { listOfShow } from './store.ts'
import type { SongRequestTables } from './table.ts'

const song = (songTitle = 'Ang Huling El Bimbo') => ({ songTitle, artist: 'Eraserheads', message: '' })
const always = () => true

describe.each(ENGINES)('song requests, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openShowPlace<SongRequestTables>>>
  let service: ReturnType<typeof createSongRequestService>
  /** Another instance on the same database. */
  let second: ReturnType<typeof createSongRequestService>

  beforeAll(async () => {
    place = await openShowPlace(engine)
    service = createSongRequestService(place)
    second = createSongRequestService(place)
  })
  beforeEach(() => {
    place.published.length = 0
  })
  afterAll(() => place.close())

  const newShow = async () => place.goLive(await place.person('DJ', 'Mikael'))

  it('[SQ2] 20 that one person sends at once, to two instances, admit one', async () => {
    const showId = await newShow()
    const ana = await place.person()
    const sent = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        [service, second][at % 2]?.create(ana, showId, song(`Song ${at}`)),
      ),
    )
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(19)
    for (const error of refused) {
      expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 30 })
    }
    expect(await listOfShow(place.db, showId, 100)).toHaveLength(1)
    expect(await place.interactions(showId)).toBe(1)
    expect(place.published).toHaveLength(1)
  })

  it('[SQ2] one that was taken back still counts for the pause', async () => {
    const showId = await newShow()
    const ana = await place.person()
    const { id } = await service.create(ana, showId, song())
    await service.remove({ id: showId, requestId: id }, always)
    await expect(service.create(ana, showId, song())).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    place.clock.nowMs += 30_000
    await expect(service.create(ana, showId, song())).resolves.toMatchObject({ status: 'PENDING' })
  })

  it('[SQ3] the sixth that would wait is refused until one is answered or taken back', async () => {
    const showId = await newShow()
    const ana = await place.person()
    const ids: number[] = []
    const ask = async () => {
      place.clock.nowMs += 30_000
      const { id } = await service.create(ana, showId, song())
      ids.push(id)
    }
    for (let count = 0; count < 5; count++) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 30 })
    await service.setStatus({ id: showId, requestId: ids[0] ?? 0 }, 'PLAYED')
    await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await service.remove({ id: showId, requestId: ids[1] ?? 0 }, always)
    await ask()
    expect(await listOfShow(place.db, await newShow(), 100)).toEqual([])
  })

  it('[SQ1] none is stored once the show has ended, however they race', async () => {
    for (let round = 0; round < 20; round++) {
      const showId = await newShow()
      const people = await Promise.all([place.person(), place.person(), place.person()])
      const requests = people.map((person) => service.create(person, showId, song()))
      const [, ...sent] = await Promise.allSettled([place.endLive(), ...requests])
      const admitted = sent.filter(({ status }) => status === 'fulfilled').length
      for (const one of sent) if (one.status === 'rejected') expect(one.reason.code).toBe('NOT_LIVE')
      expect(await listOfShow(place.db, showId, 100)).toHaveLength(admitted)
      expect(await place.interactions(showId)).toBe(admitted)
    }
  })

  it('[SQ4] a status moves to any other and back; the same one changes nothing and tells nobody', async () => {
    const showId = await newShow()
    const ana = await place.person()
    const { id } = await service.create(ana, showId, song())
    const moves = ['PENDING', 'ACCEPTED', 'PLAYED', 'PLAYED', 'ACCEPTED', 'DECLINED', 'PENDING'] as const
    for (const status of moves)
      expect((await service.setStatus({ id: showId, requestId: id }, status)).status).toBe(status)
    const events = place.published.filter(({ to }) => to.includes('song-requests')).slice(1)
    expect(events.map(({ body }) => body)).toMatchObject(
      ['ACCEPTED', 'PLAYED', 'ACCEPTED', 'DECLINED', 'PENDING'].map((status) => ({
        type: 'SONG_REQUEST_UPDATED',
        request: { id, status },
      })),
    )
  })

  it('[SQ7] the show hears of each, the requester of theirs, and a repeated removal tells nobody', async () => {
    const showId = await newShow()
    const ana = await place.person()
    const { id } = await service.create(ana, showId, song())
    const address = { id: showId, requestId: id }
    await service.setStatus(address, 'ACCEPTED')
    await service.remove(address, always)
    await service.remove(address, always)
    const topic = `/topic/broadcast/${showId}/song-requests`
    const request = { id, broadcastId: showId, songTitle: 'Ang Huling El Bimbo', requestedBy: ana }
    expect(place.published).toMatchObject([
      { to: topic, body: { type: 'SONG_REQUEST', request: { ...request, status: 'PENDING' } } },
      { to: topic, body: { type: 'SONG_REQUEST_UPDATED', request: { ...request, status: 'ACCEPTED' } } },
      {
        to: `${ana.id} /user/queue/notifications`,
        body: { type: 'SONG_REQUEST_UPDATED', request: { ...request, status: 'ACCEPTED' } },
      },
      { to: topic, body: { type: 'SONG_REQUEST_DELETED', id } },
    ])
  })

  it('[SQ6] one that is answered at the same moment cannot be taken back', async () => {
    const showId = await newShow()
    const ana = await place.person()
    const { id } = await service.create(ana, showId, song())
    await service.setStatus({ id: showId, requestId: id }, 'ACCEPTED')
    const taking = service.remove({ id: showId, requestId: id }, ({ status }) => status === 'PENDING')
    await expect(taking).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  it('[SQ8] each leaves one line in the activities, a refused one none', async () => {
    const showId = await newShow()
    const ana = await place.person()
    await service.create(ana, showId, song())
    await service.create(ana, showId, song()).catch(() => undefined)
    const lines = (await place.activities()).filter((line) => line.endsWith(` / ${ana.id}`))
    expect(lines).toEqual([`SONG_REQUEST / Ang Huling El Bimbo was asked for in Harana Hour / ${ana.id}`])
  })
})
