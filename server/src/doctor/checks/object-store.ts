import { randomUUID } from 'node:crypto'
import { Bucket, type BucketAnswer } from '../../features/stream/outputs/hls/push/bucket.ts'
import type { BucketFailure } from '../../features/stream/outputs/hls/push/bucket-failure.ts'
import { briefReasonOf, type Check, type Finding, fail, ok, warn } from '../check.ts'

const LIMIT_MS = 5_000
/** Any other site. */
const ORIGIN = 'https://player.example'

const REMEDIES: Record<string, string> = {
  InvalidAccessKeyId: 'it does not know the key. Check HLS_S3_KEY_ID',
  SignatureDoesNotMatch: 'the secret does not belong to the key. Check HLS_S3_SECRET',
  NoSuchBucket: 'there is no such bucket. Create it, or check HLS_S3_URL',
  AccessDenied: 'the key may not do that. Allow it to put, get and delete objects below hls/',
  RequestTimeTooSkewed:
    "its clock and this machine's are more than a quarter of an hour apart: let NTP keep both",
  AuthorizationHeaderMalformed: 'the bucket is in another region. Check HLS_S3_REGION',
  PermanentRedirect: 'the bucket is at another address. Check HLS_S3_URL and HLS_S3_REGION',
}

/** The bucket for HLS, where there is one: whether we may put, get and delete there, and listeners may read. */
export const checkObjectStore: Check = {
  name: 'bucket',
  async look({ config: { hlsS3, hlsPublicUrl }, now }) {
    if (!hlsS3) return [ok('HLS_S3_URL is not set: HLS is not put into a bucket.')]
    const bucket = new Bucket({ settings: hlsS3, clock: { now } })
    const name = `hls/doctor-${randomUUID()}.txt`
    const text = `carillon ${name}`
    const object = { bytes: Buffer.from(text), type: 'text/plain', caching: 'no-store' }
    const put = await bucket.put(name, object)
    if (!put.ok) return [refused(hlsS3.url, 'does not take an object', put.failure)]
    const findings = [
      readBack(hlsS3.url, await bucket.get(name), text),
      await readInPublic(hlsPublicUrl, name, text),
    ]
    const deleted = await bucket.delete(name)
    if (!deleted.ok) findings.push(refused(hlsS3.url, `does not delete ${name}`, deleted.failure))
    return findings
  },
}

function refused(url: string, act: string, { code }: BucketFailure): Finding {
  const remedy = REMEDIES[code] ?? `${code}. Check HLS_S3_URL, and whether the store runs`
  return fail(`${url} ${act}: ${remedy}.`)
}

function readBack(url: string, answer: BucketAnswer, text: string): Finding {
  if (!answer.ok) return refused(url, 'does not give back an object that it took', answer.failure)
  if (Buffer.from(answer.bytes).toString() === text) return ok(`${url} takes and gives back objects.`)
  return fail(`${url} gives back something else than it took. Check HLS_S3_URL.`)
}

/** Reads as a player does: without a key, from a page of another site. */
async function readInPublic(publicUrl: string | null, name: string, text: string): Promise<Finding> {
  if (!publicUrl)
    return warn(
      'HLS_PUBLIC_URL is not set: players are not sent to the bucket. Set it to the address of the bucket.',
    )
  try {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const reply = await fetch(`${publicUrl}/${name}`, { headers: { origin: ORIGIN }, signal })
    if (!reply.ok || (await reply.text()) !== text)
      return fail(
        `${publicUrl} does not give players what is in the bucket (${reply.status}): allow everybody to read below hls/. Check HLS_PUBLIC_URL.`,
      )
    if (!reply.headers.has('access-control-allow-origin'))
      return warn(
        `${publicUrl} does not let pages of other sites read (CORS): players in browsers may fail there.`,
      )
    return ok(`${publicUrl} gives everybody what is in the bucket.`)
  } catch (error) {
    return warn(`${publicUrl} does not answer from here: ${briefReasonOf(error)}. Check HLS_PUBLIC_URL.`)
  }
}
