import { Backup } from './backup/backup.ts'
import type { BroadcastCalls } from './broadcast-calls.ts'
import { DjEngine } from './dj-engine.ts'
import { createDjMemory } from './dj-memory.ts'
import { markTabWhileOnAir } from './on-air-marks.ts'
import { Sound } from './sound.ts'
import { createWorkerTimers } from './timers.ts'

/** Builds the engine of this page; call it once, it lives as long as the page. */
export function createDjEngine(calls: BroadcastCalls): DjEngine {
  const worker = new Worker(new URL('./timers.worker.ts', import.meta.url), { type: 'module' })
  const timers = createWorkerTimers(worker)
  const memory = createDjMemory()
  const engine = new DjEngine({
    calls,
    timers,
    memory,
    sound: new Sound(timers, memory),
    backup: new Backup({ timers }),
  })
  markTabWhileOnAir(timers, { status: engine.status, report: engine.line.report })
  return engine
}
