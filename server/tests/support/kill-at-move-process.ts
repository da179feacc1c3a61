/** Loaded before a command: kills it, as `kill -9` does, before its move number KILL_AT after a restore wrote down what it moves. */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { rename, rm } = fs
let left = Number(process.env.KILL_AT)
let isMoving = process.env.IS_MOVING === 'yes'

function step(path: string): void {
  if (!isMoving || path.endsWith('.new')) return
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}

Object.assign(fs, {
  async rename(from: string, to: string) {
    step(from)
    await rename(from, to)
    isMoving ||= to.endsWith('restoring.json')
  },
  async rm(path: string, options: Parameters<typeof rm>[1]) {
    step(path)
    await rm(path, options)
  },
})
syncBuiltinESMExports()
