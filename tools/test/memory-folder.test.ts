import { expect, it } from 'vitest'
import { isRoomy } from './memory-folder.ts'

const GB = 1024 ** 3
const MOUNTED = 'proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,relatime 0 0\n'
const machine = { roomBytes: 8 * GB, freeBytes: 16 * GB, mounts: MOUNTED }

it('[QA14] temporary files go into memory where there is room for them', () => {
  expect(isRoomy(machine)).toBe(true)
})

it.each([
  ['shared memory is small, as in a container', { roomBytes: 64 * 1024 ** 2 }],
  ['the machine has little memory', { freeBytes: 6 * GB }],
  ['nothing may be executed there', { mounts: MOUNTED.replace('nosuid', 'noexec') }],
  ['it is a folder of the disk', { mounts: 'proc /proc proc rw 0 0\n' }],
])('[QA14] they stay on the disk where %s', (_, other) => {
  expect(isRoomy({ ...machine, ...other })).toBe(false)
})
