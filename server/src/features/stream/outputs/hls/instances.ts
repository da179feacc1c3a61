import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { requireInstance } from '../../../../cluster/instance-key.ts'
import { fetchFromPeer } from '../../../../cluster/peer-fetch.ts'
import type { RawRoute } from '../../../../http/route.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import type { HandedSegment, Hls } from './hls.ts'
import type { Timeline } from './timeline.ts'

const PATH = '/relay/hls/segments'
const SEGMENT_HEADER = 'x-carillon-segment'
/** A request for what is to come waits so long, less than an instance waits for another one. */
export const WAIT_MS = 1_500
/** Time until an instance is asked again that does not lead, or did not answer. */
const RETRY_MS = 500
/** After the end of a show its last segments are waited for. */
const END_LIMIT_MS = 3_000
/** Those of instances are shorter. */
const MAX_NAME_LENGTH = 100
/** Five minutes of the best quality have less. */
const MAX_BYTES = 16 * 1024 * 1024

const count = z.int().check(z.nonnegative())
const handed = z.object({
  epoch: count,
  number: count,
  durationInSamples: count,
  endInSamples: count,
  startMs: z.number(),
  run: count,
  firstNumber: count,
  shows: z
    .array(z.object({ broadcastId: count, firstNumber: count, lastNumber: z.nullable(count) }))
    .check(z.maxLength(10)),
})
const optionalCount = z.optional(z.coerce.number().check(z.int(), z.nonnegative()))
const query = z.object({
  by: z.optional(z.string().check(z.maxLength(MAX_NAME_LENGTH))),
  run: optionalCount,
  after: optionalCount,
  number: optionalCount,
})

/**
 * Route for other instances: the segment after another one, as soon as it is there, from the instance that cuts them, or the newest;
 * or the one of this number, of a run or of the show on air.
 */
export function segmentsForInstances(hls: Hls, key: string | null): RawRoute {
  return {
    path: PATH,
    methods: ['GET'],
    summary: 'The next segment of the public sound, for another instance',
    access: 'public',
    async handle({ request, reply }) {
      requireInstance(request.headers, key)
      const { by, run = null, after = null, number = null } = query.parse(request.query)
      reply.header('Cache-Control', 'no-store')
      if (number !== null && run !== null) return sendKept(reply, hls.timeline(run), number)
      if (number !== null) {
        const segment = await hls.shows.segment(number)
        if (!segment) throw new AppError('NOT_FOUND')
        return sendSegment(reply, { segment, run: 0, firstNumber: 0, shows: [] })
      }
      const timeline = hls.timeline(run)
      if (!timeline?.leads) throw new AppError('NOT_FOUND')
      const last = timeline.run === run ? after : null
      if (by !== undefined) timeline.noteFollower(by, last)
      if (!hls.handOut(timeline, last) && !timeline.isEnded) await hls.untilChange(WAIT_MS)
      const found = hls.handOut(timeline, last)
      if (!found) return reply.code(timeline.isEnded ? 205 : 204).send()
      return sendSegment(reply, found)
    },
  }
}

function sendKept(reply: FastifyReply, timeline: Timeline | undefined, number: number): FastifyReply {
  const segment = timeline?.find(number)
  if (!timeline?.leads || !segment) throw new AppError('NOT_FOUND')
  return sendSegment(reply, { segment, run: timeline.run, firstNumber: timeline.firstNumber, shows: [] })
}

function sendSegment(reply: FastifyReply, { segment, ...around }: HandedSegment): FastifyReply {
  const { bytes, ...listed } = segment
  reply.header(SEGMENT_HEADER, JSON.stringify({ ...listed, ...around })).type('audio/mp4')
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

export type SegmentPullOptions = {
  hls: Hls
  /** Name of this instance. */
  self: string
  /** Base URL of the instance that leads. */
  origin: string
  key: string
  /** Run of the broadcast here; null while it has none. */
  timeline: () => Timeline | null
}

/**
 * Takes the segments of a broadcast that another instance leads, one after the other, and beside them the older ones of the show
 * that did not come here. `stop` ends it.
 */
export class SegmentPull {
  readonly #options: SegmentPullOptions
  readonly #stopped = new AbortController()
  #fed: { timeline: Timeline; stop(): void } | null = null
  #isFilling = false
  #endsAtMs = Number.POSITIVE_INFINITY

  constructor(options: SegmentPullOptions) {
    this.#options = options
    void this.#work()
  }

  /** The broadcast is over here, or led by another instance. Of one that is over the last segments are still taken. Idempotent. */
  stop(isOver: boolean): void {
    if (isOver && this.#fed && !this.#options.hls.isClosed)
      this.#endsAtMs = Math.min(this.#endsAtMs, performance.now() + END_LIMIT_MS)
    else this.#stopped.abort()
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted && performance.now() < this.#endsAtMs) {
      const goesOn = await this.#step().catch(() => false)
      if (!goesOn) await delay(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
    this.#feedNone()
  }

  /** Takes the next segment; false where there is none yet, and the other is to be asked later. */
  async #step(): Promise<boolean> {
    const timeline = this.#feed()
    if (!timeline || timeline.leads) return false
    const { last } = timeline
    const after = last ? `&run=${timeline.run}&after=${last.number}` : ''
    const reply = await this.#ask(`?by=${encodeURIComponent(this.#options.self)}${after}`)
    if (reply.status === 205) {
      this.#options.hls.endTaken(timeline)
      this.#feedNone()
      return false
    }
    const segment = reply.status === 200 ? await readSegment(reply) : null
    if (segment) {
      this.#options.hls.take(timeline, segment)
      void this.#fill(timeline)
    } else await reply.body?.cancel()
    return reply.status === 204 || segment !== null
  }

  /** The run that is open here. */
  #feed(): Timeline | null {
    const timeline = this.#options.timeline() ?? this.#fed?.timeline
    if (!timeline || timeline.isEnded) return null
    if (timeline !== this.#fed?.timeline) {
      this.#feedNone()
      this.#fed = { timeline, stop: timeline.beFed() }
    }
    return timeline
  }

  #feedNone(): void {
    this.#fed?.stop()
    this.#fed = null
  }

  /** Takes what is missing until nothing is, or the other has it not: then it is asked again with the next segment. */
  async #fill(timeline: Timeline): Promise<void> {
    if (this.#isFilling) return
    this.#isFilling = true
    try {
      await this.#fillMinute(timeline)
      await this.#fillShows(timeline)
    } catch {
      // Tried again with the next segment.
    } finally {
      this.#isFilling = false
    }
  }

  async #fillMinute(timeline: Timeline): Promise<void> {
    for (let number = timeline.missing; number !== null; number = timeline.missing) {
      const found = await this.#askFor(`?run=${timeline.run}&number=${number}`)
      if (found?.run === timeline.run) this.#options.hls.take(timeline, found)
      if (timeline.missing === number) break
    }
    timeline.filled()
  }

  async #fillShows(timeline: Timeline): Promise<void> {
    const { hls } = this.#options
    for (let number = hls.shows.missing; number !== null; number = hls.shows.missing) {
      const found = await this.#askFor(`?number=${number}`)
      if (found?.segment.number !== number) return
      await hls.shows.fill(found.segment)
      // No show wants it, whatever the other says of them.
      if (hls.shows.missing === number) return
      await this.#fillMinute(timeline)
    }
  }

  /** Answer of the other; null where it has none. Rejects when it does not answer, or this one is stopped. */
  async #askFor(query: string): Promise<HandedSegment | null> {
    const reply = await this.#ask(query)
    const segment = reply.status === 200 ? await readSegment(reply) : null
    if (!segment) await reply.body?.cancel()
    return segment
  }

  #ask(query: string): Promise<Response> {
    const { origin, key } = this.#options
    return fetchFromPeer(origin + PATH + query, key, { stop: this.#stopped.signal })
  }
}

async function readSegment(reply: Response): Promise<HandedSegment | null> {
  if (Number(reply.headers.get('content-length') ?? MAX_BYTES) >= MAX_BYTES) return null
  const read = handed.safeParse(JSON.parse(reply.headers.get(SEGMENT_HEADER) ?? 'null'))
  if (!read.success) return null
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const { run, firstNumber, shows, ...listed } = read.data
  return { run, firstNumber, shows, segment: { ...listed, bytes } }
}
