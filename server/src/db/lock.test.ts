import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { FolderTaken, lockFolder } from './lock.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('[OP2] a folder has one holder, who is named', () => {
  const folder = newFolder()
  const lock = lockFolder(folder, new Date('2026-11-20T04:00:00Z'))
  expect(() => lockFolder(folder, new Date())).toThrow(FolderTaken)
  expect(() => lockFolder(folder, new Date())).toThrow(
    `process ${process.pid} since 2026-11-20T04:00:00.000Z`,
  )
  lock.release()
})

it('[OP2] a released folder can be taken again, and a lock released twice', () => {
  const folder = newFolder()
  const first = lockFolder(folder, new Date())
  first.release()
  const second = lockFolder(folder, new Date())
  first.release()
  expect(() => lockFolder(folder, new Date())).toThrow(FolderTaken)
  second.release()
})
