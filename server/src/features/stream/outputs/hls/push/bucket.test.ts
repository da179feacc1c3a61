import { ObjectStore } from '@carillon/testkit/object-store'
import { expect, it, onTestFinished } from 'vitest'
import { Bucket, type BucketSettings } from './bucket.ts'

async function startStore(): Promise<ObjectStore> {
  const store = await ObjectStore.start()
  onTestFinished(() => store.close())
  return store
}

function open(settings: BucketSettings, skewMs = 0): Bucket {
  return new Bucket({ settings, clock: { now: () => Date.now() + skewMs } })
}

const object = {
  bytes: Buffer.from([0, 255, 1]),
  type: 'audio/mp4',
  caching: 'public, max-age=31536000, immutable',
}

it("[HL33] requests to the store are signed as AWS's own library signs them, with their bodies and headers", async () => {
  const store = await startStore()
  const bucket = open(store.settings)
  for (const name of ['hls/17/8.m4s', 'hls/live.m3u8', 'hls/a-b_c~d.txt']) {
    expect(await bucket.put(name, object)).toMatchObject({ ok: true })
    expect(store.objects.get(name)).toEqual(object)
    expect(await bucket.get(name)).toEqual({ ok: true, bytes: object.bytes })
    expect(await bucket.delete(name)).toMatchObject({ ok: true })
  }
  expect(store.objects.size).toBe(0)
})

it('[HL33] a failure is of one of three kinds, with the code of the store and nothing else of its answer', async () => {
  const store = await startStore()
  const { settings } = store
  const failureOf = async (other: Partial<BucketSettings>, skewMs = 0) => {
    const answer = await open({ ...settings, ...other }, skewMs).put('hls/1/2.m4s', object)
    return answer.ok ? null : answer.failure
  }
  const refused = (status: number, code: string) => ({ kind: 'refused', status, code })
  expect(await failureOf({ secret: 'another-secret' })).toEqual(refused(403, 'SignatureDoesNotMatch'))
  expect(await failureOf({ keyId: 'SOMEBODY' })).toEqual(refused(403, 'InvalidAccessKeyId'))
  expect(await failureOf({ region: 'eu-west-1' })).toEqual(refused(400, 'AuthorizationHeaderMalformed'))
  expect(await failureOf({ url: settings.url.replace('/radio/', '/else/') })).toEqual(
    refused(404, 'NoSuchBucket'),
  )
  expect(await failureOf({}, 3_600_000)).toEqual(refused(403, 'RequestTimeTooSkewed'))
  store.refused = { method: 'PUT', status: 503, code: 'SlowDown' }
  expect(await failureOf({})).toEqual({ kind: 'failed', status: 503, code: 'SlowDown' })
  await store.stop()
  expect(await failureOf({})).toEqual({ kind: 'no answer', status: null, code: 'ECONNREFUSED' })
})

it('[HL33] a request is made once, and ends at once when it is to stop', async () => {
  const store = await startStore()
  store.refused = { method: 'PUT', status: 500, code: 'InternalError' }
  await open(store.settings).put('hls/1/2.m4s', object)
  expect(store.answered).toEqual(['PUT hls/1/2.m4s 500'])
  store.hold()
  const stop = new AbortController()
  const putting = open(store.settings).put('hls/1/2.m4s', object, stop.signal)
  await store.until(() => store.waiting === 1)
  stop.abort()
  expect(await putting).toMatchObject({ ok: false, failure: { kind: 'no answer' } })
})
