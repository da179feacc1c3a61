import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EmbeddedSocket, MAX_GATHERED_BYTES } from './embedded-socket.ts'

const CODES = { parse: 'P', bind: 'B', execute: 'E', sync: 'S', query: 'Q' }
const STARTUP = Buffer.from('\0\0\0\x17\0\x03\0\0user\0postgres\0\0', 'latin1')
const ANSWERED = '12DCZ'
const COMMAND = 'CZ'
const ERROR = 'EZ'
const READY = 0x5a

let db: PGlite

beforeAll(async () => {
  db = await PGlite.create()
})
afterAll(() => db.close())

function open() {
  const socket = new EmbeddedSocket(db)
  return { socket, connect: () => connect(socket) }
}

/** A client that has been let in; `ask` sends these pieces and gives the next write that answers. */
async function connect(socket: EmbeddedSocket) {
  const writes: Buffer[] = []
  const connection: Duplex = new Duplex({
    read: () => undefined,
    write(bytes, _encoding, done) {
      writes.push(bytes)
      connection.emit('written')
      done()
    },
  })
  socket.serve(connection)
  const next = async () => {
    if (writes.length === 0) await once(connection, 'written')
    return writes.shift() ?? Buffer.alloc(0)
  }
  const ask = (...pieces: Buffer[]) => {
    for (const piece of pieces) connection.push(piece)
    return next()
  }
  await ask(STARTUP)
  // The first answer tells of the session's settings as well.
  await ask(statement('SELECT 1'))
  const hangUp = async () => {
    connection.destroy()
    await once(connection, 'close')
  }
  return { ask, next, hangUp, writes }
}

function message(kind: keyof typeof CODES, body = ''): Buffer {
  const head = Buffer.alloc(5)
  head.write(CODES[kind])
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, Buffer.from(body, 'latin1')])
}

function statement(sql: string, name = ''): Buffer {
  return Buffer.concat([
    message('parse', `${name}\0${sql}\0\0\0`),
    message('bind', `\0${name}\0\0\0\0\0\0\0`),
    message('execute', '\0\0\0\0\0'),
    message('sync'),
  ])
}

/** The first byte of each message. */
function typesOf(bytes: Buffer): string {
  let types = ''
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
    types += String.fromCharCode(bytes[at] ?? 0)
  return types
}

it('[OP51] a statement is answered in one write, wherever its bytes are split', async () => {
  const { ask, writes } = await open().connect()
  const bytes = statement('SELECT 42')
  for (let at = 1; at < bytes.length; at += 1) {
    expect(typesOf(await ask(bytes.subarray(0, at), bytes.subarray(at)))).toBe(ANSWERED)
    expect(writes).toEqual([])
  }
})

it('[OP631] statements that are sent together are answered together', async () => {
  const { ask, writes } = await open().connect()
  const together = Buffer.concat([
    message('query', 'begin\0'),
    statement('SELECT 42'),
    message('query', 'commit\0'),
  ])
  expect(typesOf(await ask(together))).toBe(COMMAND + ANSWERED + COMMAND)
  expect(writes).toEqual([])
})

it('[OP631] an error ends its statement alone', async () => {
  const { ask } = await open().connect()
  expect(typesOf(await ask(statement('SELEC 42')))).toBe(ERROR)
  expect(typesOf(await ask(Buffer.concat([statement('SELEC 42'), statement('SELECT 42')])))).toBe(
    ERROR + ANSWERED,
  )
})

it('[OP631] a large result leaves in pieces', async () => {
  const { ask, next } = await open().connect()
  const rows = 10
  const piece = MAX_GATHERED_BYTES / 2
  let bytes = await ask(statement(`SELECT repeat('x', ${piece}) FROM generate_series(1, ${rows})`))
  expect(bytes.length).toBeLessThan(rows * piece)
  while (bytes.at(-6) !== READY) bytes = Buffer.concat([bytes, await next()])
  expect(typesOf(bytes)).toBe(`12${'D'.repeat(rows)}${COMMAND}`)
})

it('[OP631] what a connection left unfinished is nothing to the next one', async () => {
  const { connect } = open()
  const first = await connect()
  await first.ask(statement('CREATE TABLE songs (id int)'))
  await first.ask(message('query', 'begin\0'))
  await first.ask(statement('INSERT INTO songs VALUES (1) RETURNING id', 'kept'))
  await first.hangUp()
  const second = await connect()
  expect(db.isInTransaction()).toBe(false)
  expect(typesOf(await second.ask(statement('SELECT id FROM songs', 'kept')))).toBe('12CZ')
})

it('[OP631] a client that speaks another protocol is hung up on, one that asks for encryption is told no', async () => {
  const { socket } = open()
  const ended: string[] = []
  const stranger: Duplex = new Duplex({
    read: () => undefined,
    write(bytes, _encoding, done) {
      ended.push(String(bytes))
      done()
    },
  })
  socket.serve(stranger)
  stranger.push(Buffer.from('\0\0\0\x08\x04\xd2\x16\x2f', 'latin1'))
  stranger.push(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
  await once(stranger, 'finish')
  expect(ended).toEqual(['N'])
})
