import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createShutdown } from './shutdown.ts'

const logger = pino({ level: 'silent' })
const hangs = () => new Promise<never>(() => undefined)

it('[OP6] what was started last stops first, and a step that fails does not keep the others', async () => {
  const stopped: string[] = []
  const shutdown = createShutdown(logger)
  shutdown.add('folder', () => stopped.push('folder'))
  shutdown.add('broken', () => Promise.reject(new Error('broken')))
  shutdown.add('sockets', () => stopped.push('sockets'))
  await Promise.all([shutdown.run(), shutdown.run()])
  expect(stopped).toEqual(['sockets', 'folder'])
})

it('[OP6] however many steps hang, all have had their turn within 7 s', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const shutdown = createShutdown(logger)
  let isFolderFree = false
  shutdown.add('folder', () => {
    isFolderFree = true
  })
  for (const name of ['database', 'broadcasts', 'http', 'requests']) shutdown.add(name, hangs)
  const ended = shutdown.run()
  await vi.advanceTimersByTimeAsync(7_000)
  expect(isFolderFree).toBe(true)
  await ended
})
