import type { TimerRequest } from './timers.ts'

/** Keeps time for the page: a worker's timers are not slowed down when the tab is hidden. */
const running = new Map<number, ReturnType<typeof setTimeout>>()

self.addEventListener('message', (event: MessageEvent<TimerRequest>) => {
  const request = event.data
  if (request.type === 'CLEAR') clear(request.id)
  if (request.type === 'SET') set(request.id, request.ms, request.repeats)
})

function set(id: number, ms: number, repeats: boolean): void {
  const notify = () => self.postMessage(id)
  running.set(id, repeats ? setInterval(notify, ms) : setTimeout(notify, ms))
}

function clear(id: number): void {
  clearTimeout(running.get(id))
  running.delete(id)
}
