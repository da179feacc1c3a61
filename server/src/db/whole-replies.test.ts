import { PGlite } from '@electric-sql/pglite'
import { expect, it, onTestFinished } from 'vitest'
import { answerWhole } from './whole-replies.ts'

const CODES = { parse: 'P', bind: 'B', execute: 'E', sync: 'S' }
const PARSED = '1'
const ERROR = 'E'
const READY = 'Z'
const STARTUP = Buffer.from('\0\0\0\x17\0\x03\0\0user\0postgres\0\0', 'latin1')

/** Hands the database a message at a time, as its socket server does; gives the types of what each piece answers. */
async function open() {
  const db = await PGlite.create()
  onTestFinished(() => db.close())
  const whole = answerWhole(db)
  return async (message: Uint8Array): Promise<string[]> => {
    const pieces: string[] = []
    await whole.execProtocolRawStream(message, { onRawData: (bytes) => pieces.push(typesOf(bytes)) })
    return pieces
  }
}

function message(kind: keyof typeof CODES, body = ''): Buffer {
  const head = Buffer.alloc(5)
  head.write(CODES[kind])
  head.writeUInt32BE(4 + body.length, 1)
  return Buffer.concat([head, Buffer.from(body, 'latin1')])
}

function statement(sql: string): Buffer[] {
  return [
    message('parse', `\0${sql}\0\0\0`),
    message('bind', '\0\0\0\0\0\0\0\0'),
    message('execute', '\0\0\0\0\0'),
    message('sync'),
  ]
}

/** The first byte of each message. */
function typesOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes)
  let types = ''
  for (let at = 0; at < buffer.length; at += 1 + buffer.readUInt32BE(at + 1))
    types += String.fromCharCode(buffer[at] ?? 0)
  return types
}

it('[OP51] a statement is answered in one piece, once all of it is there', async () => {
  const send = await open()
  const answers = []
  for (const part of statement('SELECT 42')) answers.push(await send(part))
  expect(answers).toEqual([[], [], [], ['12DCZ']])
})

it('[OP51] an error ends its statement alone', async () => {
  const send = await open()
  const answers = []
  for (const part of [...statement('SELEC 42'), ...statement('SELECT 42')])
    answers.push(...(await send(part)))
  expect(answers).toEqual([ERROR + READY, '12DCZ'])
})

it('[OP51] what a connection left unfinished is not carried out for the next one', async () => {
  const send = await open()
  await send(message('parse', '\0SELECT 42\0\0\0'))
  const answers = [...(await send(STARTUP)), ...(await send(message('sync')))].join('')
  expect(answers).not.toContain(PARSED)
  expect(answers.at(-1)).toBe(READY)
})
