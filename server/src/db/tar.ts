import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Fields of a header; paths are below the folder that is packed, parted by `/`. */
export type TarEntry = { path: string; kind: 'file' | 'folder'; sizeBytes: number; modifiedMs: number }

/** POSIX.1-1988 ustar: headers and padding come in blocks of this size. */
export const BLOCK_BYTES = 512
/** Two blocks of zeros end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES)

const MAX_NAME_BYTES = 100
const TYPES = { file: '0', folder: '5' } as const
/** Fields of the header: offset and length. */
const NAME = { at: 0, bytes: MAX_NAME_BYTES }
const SIZE = { at: 124, bytes: 12 }
const CHECKSUM = { at: 148, bytes: 8 }
const TYPE_AT = 156
const FILE_TYPES = ['0', '\0']
const FOLDER_TYPE = '5'

/** Error for what is no archive of files and folders, or ends too early. */
export class TarRefused extends Error {
  override readonly name = 'TarRefused'
}

/** The header of a file or folder, readable by its owner alone. Names begin with `/`, as in dumps of PGlite. */
export function tarHeader({ path, kind, sizeBytes, modifiedMs }: TarEntry): Buffer {
  const name = `/${path}`
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new TarRefused(`${path} is too long a name`)
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(name, NAME.at)
  header.write(kind === 'folder' ? '0000700' : '0000600', 100) // mode
  header.write('0000000', 108) // uid
  header.write('0000000', 116) // gid
  header.write(octal(sizeBytes, SIZE.bytes), SIZE.at)
  header.write(octal(Math.floor(modifiedMs / 1_000), 12), 136) // mtime
  header.write(TYPES[kind], TYPE_AT)
  header.write('ustar\0', 257) // magic
  header.write('00', 263) // version
  header.write(`${octal(checksumOf(header), 7)} `, CHECKSUM.at)
  return header
}

/** Number of zeros that follow a file of this size. */
export const paddingOf = (sizeBytes: number) => (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES

/** Writes what an archive holds into a folder, piece by piece. Throws TarRefused, also for a path that leads out of it. */
export async function unpackTar(archive: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const reader = new PieceReader(archive)
  while (true) {
    const header = await reader.take(BLOCK_BYTES)
    if (header.every((byte) => byte === 0)) return reader.skipRest()
    const { path, kind, sizeBytes } = readHeader(header)
    const target = join(folder, path)
    await mkdir(kind === 'folder' ? target : dirname(target), { recursive: true, mode: 0o700 })
    if (kind === 'file') await writeFrom(reader, target, sizeBytes)
  }
}

async function writeFrom(reader: PieceReader, path: string, sizeBytes: number): Promise<void> {
  const file = openSync(path, 'w', 0o600)
  try {
    for await (const piece of reader.pieces(sizeBytes)) writeAll(file, piece)
  } finally {
    closeSync(file)
  }
  await reader.take(paddingOf(sizeBytes))
}

/** Writes all of it: the system may take less than it was given. */
export function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

function readHeader(header: Buffer): Omit<TarEntry, 'modifiedMs'> {
  if (parseInt(textOf(header, CHECKSUM), 8) !== checksumOf(header))
    throw new TarRefused('It is no tar archive, or is damaged')
  const path = textOf(header, NAME).replace(/^\/+|\/+$/g, '')
  const type = String.fromCharCode(header[TYPE_AT] ?? 0)
  const kind = type === FOLDER_TYPE ? 'folder' : 'file'
  const isKnown = kind === 'folder' || FILE_TYPES.includes(type)
  if (!isKnown || path.split('/').includes('..')) throw new TarRefused(`${path} is not restored`)
  return { path, kind, sizeBytes: kind === 'folder' ? 0 : parseInt(textOf(header, SIZE), 8) }
}

function textOf(header: Buffer, { at, bytes }: typeof NAME): string {
  const field = header.toString('utf8', at, at + bytes)
  const end = field.indexOf('\0')
  return end < 0 ? field : field.slice(0, end)
}

/** With a final zero. */
function octal(value: number, bytes: number): string {
  return `${value.toString(8).padStart(bytes - 1, '0')}\0`
}

/** The sum of the header's bytes, its checksum taken as spaces. */
function checksumOf(header: Buffer): number {
  const isChecksum = (at: number) => at >= CHECKSUM.at && at < CHECKSUM.at + CHECKSUM.bytes
  return header.reduce((sum, byte, at) => sum + (isChecksum(at) ? 0x20 : byte), 0)
}

/** Gives what comes in pieces of any size in the sizes that are asked for. */
class PieceReader {
  readonly #pieces: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Small sizes only: it is held whole. */
  async take(bytes: number): Promise<Buffer> {
    const taken: Buffer[] = []
    for await (const piece of this.pieces(bytes)) taken.push(piece)
    return Buffer.concat(taken)
  }

  /** Throws TarRefused when it ends before that. */
  async *pieces(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) this.#rest = await this.#next()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  /** Read to the end, so that a damage of the last bytes is noticed. */
  async skipRest(): Promise<void> {
    while (!(await this.#pieces.next()).done);
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#pieces.next()
    if (done) throw new TarRefused('It ends before it is whole')
    return value
  }
}
