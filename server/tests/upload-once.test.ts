import { IMAGE_UPLOAD_PATH } from '@carillon/contract/announcements/schemas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { IMAGES } from '../src/features/announcements/images/testing.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

let station: TestStation
let dj: Member

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ')
})
afterAll(() => station.close())

async function upload(key: string): Promise<{ status: number; imageUrl: string }> {
  const [image = Buffer.alloc(0)] = Object.values(IMAGES)
  const reply = await fetch(station.origin + IMAGE_UPLOAD_PATH, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${dj.token}`, 'idempotency-key': key },
    body: new Uint8Array(image),
  })
  const { data } = (await reply.json()) as { data: { imageUrl: string } }
  return { status: reply.status, imageUrl: data.imageUrl }
}

it('[HT7] an upload happens once per key: the second answer is the first', async () => {
  const [first, again, other] = [await upload('same'), await upload('same'), await upload('other')]
  expect([first.status, again]).toEqual([201, first])
  expect(other.imageUrl).not.toBe(first.imageUrl)
})
