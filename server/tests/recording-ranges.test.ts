import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { deleteRecording, updateRecording } from '@carillon/contract/recordings/endpoints'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  as,
  bytesOf,
  dj,
  fetchRecording,
  folder,
  newRecording,
  station,
  useRecordings,
} from './support/recordings.ts'

useRecordings()

describe('ranges of bytes', () => {
  let id: number
  let whole: Buffer
  let size: number
  beforeAll(async () => {
    const recording = await newRecording()
    id = recording.broadcastId
    size = recording.bytes
    whole = await bytesOf(await fetchRecording(id))
  })

  it('[RE4] all of it is sent with 200, its length and type, and says that ranges may be asked for', async () => {
    const { status, headers } = await fetchRecording(id)
    expect(status).toBe(200)
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect(headers.get('content-type')).toBe('audio/ogg')
    expect(headers.get('content-length')).toBe(`${size}`)
    expect(headers.get('etag')).toBeTruthy()
    expect(whole.length).toBe(size)
  })

  it('[RE4] one range is sent with 206 and says which it is', async () => {
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=100-1099', 100, 1_100],
      ['bytes=1000-', 1_000, size],
      ['bytes=-500', size - 500, size],
      ['bytes=0-99999999', 0, size],
      ['bytes=-99999999', 0, size],
    ]
    for (const [range, start, stop] of ranges) {
      const reply = await fetchRecording(id, { range })
      expect([range, reply.status]).toEqual([range, 206])
      expect(reply.headers.get('content-range')).toBe(`bytes ${start}-${stop - 1}/${size}`)
      expect(reply.headers.get('content-length')).toBe(`${stop - start}`)
      expect((await bytesOf(reply)).equals(whole.subarray(start, stop))).toBe(true)
    }
  })

  it('[RE4] a range that is not there is 416 and says how much there is', async () => {
    for (const range of [`bytes=${size}-`, `bytes=${size + 10}-${size + 20}`, 'bytes=-0', 'bytes=x-y']) {
      const reply = await fetchRecording(id, { range })
      expect([range, reply.status]).toEqual([range, 416])
      expect(reply.headers.get('content-range')).toBe(`bytes */${size}`)
      expect(await reply.json()).toMatchObject({ success: false, code: 'RANGE_REFUSED' })
    }
  })

  it('[RE4] several ranges, other units and nonsense get all of it', async () => {
    for (const range of ['bytes=0-1,5-6', 'seconds=1-2', 'nonsense']) {
      const reply = await fetchRecording(id, { range })
      expect([range, reply.status]).toEqual([range, 200])
      expect((await bytesOf(reply)).equals(whole)).toBe(true)
    }
  })

  it('[RE4] If-Range that does not hold any more gets all of it', async () => {
    const { headers } = await fetchRecording(id, {}, 'HEAD')
    const range = 'bytes=10-19'
    const statusOf = async (ifRange: string) =>
      (await fetchRecording(id, { range, 'if-range': ifRange })).status
    expect(await statusOf(headers.get('etag') ?? '')).toBe(206)
    expect(await statusOf(headers.get('last-modified') ?? '')).toBe(206)
    expect(await statusOf('"another"')).toBe(200)
    expect(await statusOf('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(200)
  })

  it('[RE4] HEAD answers as GET would, without a body', async () => {
    const head = await fetchRecording(id, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${size}`])
    const part = await fetchRecording(id, { range: 'bytes=0-99' }, 'HEAD')
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-99/${size}`])
    expect((await bytesOf(part)).length).toBe(0)
  })

  it('[RE4] a copy is asked about each time and answered with 304; a private one is nobody else’s', async () => {
    const { headers } = await fetchRecording(id, {}, 'HEAD')
    expect(headers.get('cache-control')).toBe('public, no-cache')
    // fetch would ask for a fresh one.
    const asked = request(`${station.origin}/recordings/${id}.ogg`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(304)
    await station.call(updateRecording, { as: dj, params: { id }, body: { isPublic: false } })
    expect((await fetchRecording(id, as(dj), 'HEAD')).headers.get('cache-control')).toBe('private, no-cache')
    expect((await fetchRecording(id)).headers.get('cache-control')).toBe('no-store')
    await station.call(updateRecording, { as: dj, params: { id }, body: { isPublic: true } })
  })

  it('[RE4] what names no recording is 404', async () => {
    for (const name of [
      '0',
      '-1',
      'x',
      '99999999999',
      `${id}.ogg`,
      `..%2f${id}`,
      `shows%2f${id}`,
      '2147483647',
    ])
      expect([name, (await fetchRecording(name)).status]).toEqual([name, 404])
    expect((await fetch(`${station.origin}/recordings/${id}`)).status).toBe(404)
  })
})

describe('a long one', () => {
  /** More than a socket takes while nobody reads. */
  const LONG_BYTES = 20_000_000

  it('[RE7] that is deleted while it is heard is heard no further, and nothing else is harmed', async () => {
    const { broadcastId: id, url } = await newRecording()
    // Only its length counts here: to make a recording of hours ready is work for half a minute.
    await writeFile(join(folder(), 'shows', `${id}.ogg`), Buffer.alloc(LONG_BYTES))
    const [response] = await once(request(url).end(), 'response')
    // From the beginning: where little has been sent by then, it is cut before the deletion is answered.
    const isCut = expect(once(response, 'end')).rejects.toThrow('aborted')
    expect((await station.call(deleteRecording, { as: dj, params: { id } })).status).toBe(204)
    let came = 0
    response.on('data', (chunk: Buffer) => {
      came += chunk.length
    })
    await isCut
    expect(came).toBeLessThan(LONG_BYTES)
    expect((await fetchRecording(id)).status).toBe(404)
    expect(await readdir(join(folder(), 'shows'))).not.toContain(`${id}.ogg`)
  })
})
