import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { paddingOf, TAR_END, TarRefused, tarHeader, unpackTar } from './tar.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-tar-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function fileOf(path: string, text: string): Buffer {
  const bytes = Buffer.from(text)
  const header = tarHeader({ path, kind: 'file', sizeBytes: bytes.length, modifiedMs: 0 })
  return Buffer.concat([header, bytes, Buffer.alloc(paddingOf(bytes.length))])
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const whole = Buffer.concat([
  tarHeader({ path: 'base', kind: 'folder', sizeBytes: 0, modifiedMs: 0 }),
  fileOf('base/1', 'a'.repeat(513)),
  fileOf('PG_VERSION', '18\n'),
  fileOf('empty', ''),
  TAR_END,
])

it.each([1, 7, 512, 100_000])(
  '[OP34] an archive is unpacked whatever pieces it comes in: %i bytes',
  async (size) => {
    const folder = newFolder()
    await unpackTar(inPieces(whole, size), folder)
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect([read('base/1'), read('PG_VERSION'), read('empty')]).toEqual(['a'.repeat(513), '18\n', ''])
  },
)

it('[OP34] tar reads what is written, and what tar writes is read', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'one.tar'), whole)
  mkdirSync(join(folder, 'out'))
  execFileSync('tar', ['-xf', join(folder, 'one.tar'), '-C', join(folder, 'out')], { stdio: 'pipe' })
  expect(readFileSync(join(folder, 'out/base/1'), 'utf8')).toBe('a'.repeat(513))
  execFileSync('tar', ['--format=ustar', '-cf', join(folder, 'two.tar'), '-C', join(folder, 'out'), '.'])
  await unpackTar(inPieces(readFileSync(join(folder, 'two.tar')), 1_000), join(folder, 'again'))
  expect(readFileSync(join(folder, 'again/PG_VERSION'), 'utf8')).toBe('18\n')
})

it.each([
  ['a path that leads out', Buffer.concat([fileOf('../escaped', 'x'), TAR_END])],
  ['an end in a header', whole.subarray(0, 700)],
  ['an end in a file', whole.subarray(0, 1_200)],
  ['no end', whole.subarray(0, -TAR_END.length)],
  ['a header whose checksum is wrong', Buffer.concat([Buffer.from('y'), whole.subarray(1)])],
  ['something else', Buffer.alloc(2_048, 'x')],
])('[OP22] %s is refused', async (_, archive) => {
  const folder = newFolder()
  await expect(unpackTar(inPieces(archive, 300), join(folder, 'in'))).rejects.toThrow(TarRefused)
})
