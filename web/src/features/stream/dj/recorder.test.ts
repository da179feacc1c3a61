import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ChunkRecorder, PART_MS, RESTART_SLICE_MS, START_BITS_PER_SECOND } from './recorder.ts'
import { createFakeTimers, type FakeTimers } from './testing.ts'

/** The browser's recorder as far as ours uses it. */
class BrowserRecorder extends EventTarget {
  state: RecordingState = 'inactive'
  sliceMs = 0
  requests = 0
  ondataavailable: ((event: { data: Blob }) => void) | null = null
  onerror: (() => void) | null = null

  start(sliceMs: number) {
    this.state = 'recording'
    this.sliceMs = sliceMs
  }

  /** What was recorded since it gave something; the test says what. */
  requestData() {
    this.requests += 1
  }

  stop() {
    this.state = 'inactive'
    this.emit('the tail of a stopped recording')
  }

  emit(body: string) {
    const data = new Blob([body])
    this.ondataavailable?.({ data })
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
  }
}

/** The least that is one, with its block. */
const packet = (name: string) => name.padEnd(7, '.')

let timers: FakeTimers
let made: BrowserRecorder[]
let chunks: Blob[]
let recorder: ChunkRecorder

beforeEach(() => {
  timers = createFakeTimers()
  made = []
  chunks = []
  recorder = new ChunkRecorder({
    stream: {} as MediaStream,
    bitsPerSecond: START_BITS_PER_SECOND,
    timers,
    onChunk: (chunk) => chunks.push(chunk),
    createRecorder: (_stream, options) => {
      expect(options).toEqual({ mimeType: 'audio/webm;codecs=opus', audioBitsPerSecond: 96_000 })
      const browserRecorder = new BrowserRecorder()
      made.push(browserRecorder)
      return browserRecorder as unknown as MediaRecorder
    },
  })
})

describe('recorder', () => {
  it('[DJ20] begins with slices of 250 ms and restarts with 500 ms', () => {
    recorder.start()
    recorder.restart()
    expect(made.map(({ sliceMs }) => sliceMs)).toEqual([250, RESTART_SLICE_MS])
  })

  it('[DJ20] a restart lets no chunk of the old recording through', async () => {
    recorder.start()
    made[0]?.emit('old')
    recorder.restart()
    made[0]?.emit('late')
    made[1]?.emit('new')
    expect(await Promise.all(chunks.map((chunk) => chunk.text()))).toEqual(['old', 'new'])
  })

  it('[DJ20] a recorder that gives nothing for five seconds starts anew', () => {
    recorder.start()
    timers.advance(5_000)
    expect(made.length).toBe(2)
  })

  it('[DJ20] stopping leaves nothing running', () => {
    recorder.start()
    recorder.stop()
    expect(recorder.isRunning).toBe(false)
    expect(timers.pending()).toBe(0)
    expect(chunks).toEqual([])
  })

  describe('whose parts are kept', () => {
    let parts: Blob[]
    beforeEach(() => {
      parts = []
      recorder = new ChunkRecorder({
        stream: {} as MediaStream,
        bitsPerSecond: START_BITS_PER_SECOND,
        timers,
        onChunk: (chunk) => chunks.push(chunk),
        onPart: (part) => parts.push(part),
        createRecorder: () => {
          const browserRecorder = new BrowserRecorder()
          made.push(browserRecorder)
          return browserRecorder as unknown as MediaRecorder
        },
      })
    })
    const texts = (blobs: Blob[]) => Promise.all(blobs.map((blob) => blob.text()))

    it('[KC10] gives a part as soon as there is one, and chunks of 250 ms as before', async () => {
      recorder.start()
      for (const text of 'abcdefghi') {
        timers.advance(PART_MS)
        made[0]?.emit(packet(text))
      }
      // Each is asked for after 50 and 60 ms.
      expect(made[0]?.requests).toBe(18)
      expect([await texts(parts), await texts(chunks)]).toEqual([
        [...'abcdefghi'].map(packet),
        ['abcd', 'efgh'].map((texts) => [...texts].map(packet).join('')),
      ])
    })

    it('[KC10] asks each 10 ms for the next one once it may be there, until it is', () => {
      recorder.start()
      const requestsAfter = [40, 10, 10, 10].map((ms) => {
        timers.advance(ms)
        return made[0]?.requests
      })
      expect(requestsAfter).toEqual([0, 1, 2, 3])
      made[0]?.emit(packet('a'))
      timers.advance(40)
      // A single byte is none.
      made[0]?.emit('b')
      expect(made[0]?.requests).toBe(3)
      timers.advance(10)
      expect(made[0]?.requests).toBe(4)
    })

    it('[KC10] a restart begins a new chunk, and what the old recording had left is a part', async () => {
      recorder.start()
      timers.advance(PART_MS)
      made[0]?.emit('a')
      recorder.restart()
      timers.advance(RESTART_SLICE_MS)
      made[1]?.emit('b')
      expect(await texts(parts)).toEqual(['a', 'the tail of a stopped recording', 'b'])
      expect(await texts(chunks)).toEqual(['b'])
    })

    it('[DJ20] one that gives nothing when it is asked begins again after five seconds, too', () => {
      recorder.start()
      for (let at = 0; at < 5_000; at += PART_MS) {
        made[0]?.emit('')
        timers.advance(PART_MS)
      }
      expect(made.length).toBe(2)
    })

    it('[KC11] what was recorded by now is asked for until nothing waits any more', async () => {
      await recorder.flush()
      recorder.start()
      let isFlushed = false
      const flushing = recorder.flush().then(() => (isFlushed = true))
      made[0]?.emit('an answer to an earlier request')
      await vi.waitFor(() => expect(made[0]?.requests).toBe(2))
      made[0]?.emit('a')
      await vi.waitFor(() => expect(made[0]?.requests).toBe(3))
      expect(isFlushed).toBe(false)
      made[0]?.emit('')
      await flushing
      expect(await texts(parts)).toEqual(['an answer to an earlier request', 'a'])
    })

    it('[KC11] a recorder that always has more is not asked for ever, one that stops not once more', async () => {
      recorder.start()
      const flushing = recorder.flush()
      for (let answer = 1; answer <= 10; answer++) {
        await vi.waitFor(() => expect(made[0]?.requests).toBe(answer))
        made[0]?.emit('more')
      }
      await flushing
      const last = recorder.flush()
      recorder.stop()
      await last
      expect(made[0]?.requests).toBe(11)
    })

    it('[KC11] the end of a packet is asked for eagerly, and is not there with a single byte', async () => {
      await recorder.packetEnd()
      recorder.start()
      let isThere = false
      const awaited = recorder.packetEnd().then(() => (isThere = true))
      timers.advance(10)
      expect(made[0]?.requests).toBe(2)
      for (const text of ['', 'a']) made[0]?.emit(text)
      await Promise.resolve()
      expect(isThere).toBe(false)
      made[0]?.emit(packet('a'))
      await awaited
      timers.advance(10)
      expect(made[0]?.requests).toBe(2)
    })

    it('[KC11] of a recorder that gives nothing the end of a packet is not awaited for ever', async () => {
      recorder.start()
      const awaited = recorder.packetEnd()
      timers.advance(2 * PART_MS)
      await awaited
    })

    it('[KC10] nothing is asked of one that has stopped', async () => {
      recorder.start()
      recorder.stop()
      await recorder.packetEnd()
      timers.advance(1_000)
      expect([made[0]?.requests, timers.pending()]).toEqual([0, 0])
    })
  })
})
