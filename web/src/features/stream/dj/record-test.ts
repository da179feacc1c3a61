import { RECORDER_MIME_TYPE } from './recorder.ts'
import type { Cancel, Timers } from './timers.ts'

export const RECORD_TEST_MS = 5_000

/** Records five seconds of `stream`; resolves with the sound. `signal` stops early and gives what there is. */
export function recordTest(stream: MediaStream, timers: Timers, signal: AbortSignal): Promise<Blob> {
  const recorder = new MediaRecorder(stream, { mimeType: RECORDER_MIME_TYPE })
  const parts: Blob[] = []
  let cancelLimit: Cancel = () => {}
  return new Promise((resolve, reject) => {
    const stop = () => recorder.state !== 'inactive' && recorder.stop()
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onerror = () => reject(new Error('The test could not be recorded'))
    recorder.onstop = () => {
      cancelLimit()
      resolve(new Blob(parts, { type: RECORDER_MIME_TYPE }))
    }
    recorder.start()
    cancelLimit = timers.after(RECORD_TEST_MS, stop)
    signal.addEventListener('abort', stop, { once: true })
  })
}
