import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Operation } from '../../server/tests/generated/document.ts'
import { keepRow, readKept } from './kept-rows.ts'
import { requestFile } from './request-file.ts'
import { readSqlmap } from './sqlmap.ts'
import { attackTable, unattacked, unreached } from './table.ts'
import { byLevel, cutShortOf, readWapiti } from './wapiti.ts'

const ORIGIN = 'http://127.0.0.1:8080'
const vote: Operation = {
  key: 'POST /api/polls/{id}/vote',
  method: 'POST',
  template: '/api/polls/{id}/vote',
  parameters: [],
  body: { type: 'object' },
  bodyTypes: [],
  responses: {},
}
const headers = { 'content-type': 'application/json', accept: '*/*' }

it('[ED12] each value of path, query, header and body is marked to be attacked, and nothing else', () => {
  const body = Buffer.from('{"optionId":3,"why":"5 * 2","isSure":true,"of":["a",{"b":-1.5}]}')
  const request = { method: 'POST', target: '/api/polls/7/vote?page=2&words=', headers, body }
  const header = { name: 'Idempotency-Key', in: 'header' as const, required: false, schema: {} }
  expect(requestFile({ ...vote, parameters: [header] }, request, ORIGIN)).toEqual({
    points: 9,
    text: [
      'POST /api/polls/7*/vote?page=2*&words=* HTTP/1.1',
      'host: 127.0.0.1:8080',
      'user-agent: carillon-attack',
      'content-type: application/json',
      'accept: /',
      'idempotency-key: x1*',
      '',
      '{"optionId":3*,"why":"5  2*","isSure":true*,"of":["a*",{"b":-1.5*}]}',
    ].join('\r\n'),
  })
})

it('[ED12] a request without values has none', () => {
  const plain = { ...vote, method: 'GET', template: '/api/me', body: null }
  const request = { method: 'GET', target: '/api/me', headers, body: null }
  expect(requestFile(plain, request, ORIGIN).points).toBe(0)
})

it('[ED12] a write that takes no body is sent an empty one, as JSON', () => {
  const show = { ...vote, template: '/api/polls/{id}/show', body: null }
  const request = { method: 'POST', target: '/api/polls/7/show', headers: {}, body: null }
  const { text, points } = requestFile(show, request, ORIGIN)
  expect([points, text.split('\r\n').slice(-3)]).toEqual([1, ['content-type: application/json', '', '{}']])
})

it('[ED12] what sqlmap found is read from its log, once for each parameter', () => {
  const log =
    'sqlmap identified\n---\nParameter: #1* (URI)\n    Type: error-based\n---\nParameter: #1* (URI)\n'
  expect(readSqlmap(log, '')).toMatchObject({ injectable: ['#1* (URI)'], isFinished: true })
})

it('[ED12] one that was found before the log was written counts, too', () => {
  const output = "[INFO] (custom) POST parameter 'JSON #2*' is vulnerable. Do you want to keep testing"
  expect(readSqlmap('', output).injectable).toEqual(['JSON #2*'])
})

it('[ED12] sqlmap that was cut short has not found that there is nothing', () => {
  const end = '[CRITICAL] all tested parameters do not appear to be injectable. Try'
  expect(readSqlmap('', end)).toMatchObject({ injectable: [], isFinished: true })
  expect(readSqlmap('', '[CRITICAL] no route')).toMatchObject({
    isFinished: false,
    lastWords: '[CRITICAL] no route',
  })
})

it('[ED12] what wapiti found is told by level, whether it writes numbers or texts', () => {
  const entry = { method: 'GET', path: '/', parameter: 'q', info: 'XSS\nfound' }
  const report = {
    vulnerabilities: { Reflected: [{ ...entry, level: '3' }], Csp: [{ ...entry, level: 1 }], Sql: [] },
  }
  const findings = readWapiti(JSON.stringify(report))
  expect(findings[0]).toEqual({ category: 'Reflected', level: 3, what: 'GET / q: XSS found' })
  expect(byLevel(findings)).toBe('1 low, 1 high')
  expect(byLevel([])).toBe('nothing')
})

it('[ED12] what wapiti had no time for, or never began, is said', () => {
  const output =
    '[*] Launching module sql\n[*] Launching module xss\nMax attack time was reached for module xss, stopping.'
  expect(cutShortOf(output, ['sql', 'xss', 'crlf'])).toEqual(['xss', 'crlf'])
  expect(cutShortOf('Max scan time was reached, stopping.', [])).toEqual(['finding pages'])
})

it('[ED12] rows that came to their end are kept for the next run, others are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-kept-'))
  const path = join(folder, 'rows.jsonl')
  const good = { ...unattacked('GET /a'), requests: 90, outcome: 'none' }
  try {
    expect(readKept(path)).toEqual([])
    for (const row of [good, unreached('GET /b'), { ...good, outcome: 'none so far, cut short ()' }])
      keepRow(path, row)
    expect(readKept(path)).toEqual([good])
    keepRow(undefined, good)
    expect(readKept(undefined)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('[ED12] the table ends with how many have problems', () => {
  const good = { name: 'GET /a', points: 1, requests: 90, outcome: 'none', problems: [] }
  const bad = { ...good, name: 'GET /b', problems: ['INJECTABLE: #1*'] }
  const cut = { ...unattacked('GET /c'), outcome: 'not reached in time' }
  expect(attackTable([good, bad, cut]).split('\n').at(-1)).toBe(
    '3 attacked, 180 requests, 1 with problems, 1 not to the end',
  )
})
