/**
 * Loaded before a command that restores, counts its moves after it wrote down what it moves, and before each of them
 * copies the data folder into SNAPSHOTS under its number, if that is set: what a kill at this moment would leave. Before
 * number KILL_AT it kills the process, as `kill -9` does.
 */
import { cpSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const { rename, rm } = fs
const { DATA_DIR = '', SNAPSHOTS, KILL_AT } = process.env
let moves = 0
let isMoving = process.env.IS_MOVING === 'yes'

function step(path: string): void {
  if (!isMoving || path.endsWith('.new')) return
  moves += 1
  if (SNAPSHOTS) cpSync(DATA_DIR, join(SNAPSHOTS, `${moves}`), { recursive: true })
  if (moves === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL')
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
