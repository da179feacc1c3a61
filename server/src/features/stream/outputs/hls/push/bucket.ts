import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { type BucketFailure, noAnswer, refusal } from './bucket-failure.ts'

/** The station's place in an object store that speaks S3. */
export type BucketSettings = {
  /** Address of the bucket, with the prefix of the station's objects if they have one; no slash at the end. */
  url: string
  keyId: string
  secret: string
  region: string
}

/** Content of an object, and the headers that whoever reads it gets. */
export type StoredObject = { bytes: Uint8Array; type: string; caching: string }

/** Bytes that the store answered with, the first few of them, or its failure. */
export type BucketAnswer = { ok: true; bytes: Uint8Array } | { ok: false; failure: BucketFailure }

export type BucketOptions = {
  settings: BucketSettings
  /** Wall clock: a store refuses what is signed by one that is a quarter of an hour off. */
  clock: { now(): number }
}

type Method = 'PUT' | 'GET' | 'DELETE'

/** A request that the store has not answered by then is given up. */
export const ANSWER_LIMIT_MS = 10_000
/** Refusals, and the object of the doctor, are less. */
const MAX_ANSWER_BYTES = 16 * 1024

/**
 * A bucket, by the names of its objects below the station's address there. Each call is one request, which is signed with
 * its body (AWS Signature Version 4) and never repeated; `stop` ends it.
 */
export class Bucket {
  readonly #options: BucketOptions

  constructor(options: BucketOptions) {
    this.#options = options
  }

  put(name: string, object: StoredObject, stop?: AbortSignal): Promise<BucketAnswer> {
    return this.#ask('PUT', name, object, stop)
  }

  get(name: string, stop?: AbortSignal): Promise<BucketAnswer> {
    return this.#ask('GET', name, null, stop)
  }

  /** Succeeds for an object that is not there. */
  delete(name: string, stop?: AbortSignal): Promise<BucketAnswer> {
    return this.#ask('DELETE', name, null, stop)
  }

  async #ask(
    method: Method,
    name: string,
    object: StoredObject | null,
    stop: AbortSignal | undefined,
  ): Promise<BucketAnswer> {
    try {
      const { url, headers } = await this.#sign(method, name, object)
      const limit = AbortSignal.timeout(ANSWER_LIMIT_MS)
      const signal = stop ? AbortSignal.any([limit, stop]) : limit
      const body = object ? new Uint8Array(object.bytes) : null
      // A redirect would be to a region that the signature is not for: its body says so.
      const reply = await fetch(url, { method, headers, body, signal, redirect: 'manual' })
      const bytes = await readStart(reply)
      return reply.ok ? { ok: true, bytes } : { ok: false, failure: refusal(reply.status, bytes) }
    } catch (error) {
      return { ok: false, failure: noAnswer(error) }
    }
  }

  #sign(method: Method, name: string, object: StoredObject | null) {
    const { settings, clock } = this.#options
    const signer = new AwsV4Signer({
      method,
      url: `${settings.url}/${name}`,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(object?.bytes ?? '')
          .digest('hex'),
        ...(object && { 'content-type': object.type, 'cache-control': object.caching }),
      },
      accessKeyId: settings.keyId,
      secretAccessKey: settings.secret,
      service: 's3',
      region: settings.region,
      datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      allHeaders: true,
    })
    return signer.sign()
  }
}

/** The beginning of a body; the rest is not waited for. */
async function readStart({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    if (length >= MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(parts)
}
