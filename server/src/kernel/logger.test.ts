import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function linesOf(action: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  action(createLogger('trace', { write: (line) => lines.push(line) }))
  return lines.join('\n')
}

it('[OP8] what names a secret is not logged, wherever it stands', () => {
  const text = linesOf((logger) => {
    logger.info({ password: 'p-secret', token: 't-secret', body: { password: 'b-secret' } }, 'a')
    logger.info({ request: { headers: { cookie: 'c-secret', authorization: 'a-secret' } } }, 'b')
    logger.info({ headers: { 'set-cookie': 's-secret' }, config: { databaseUrl: 'd-secret' } }, 'c')
  })
  expect(text).toContain('[secret]')
  expect(text).not.toMatch(/-secret/)
})

it('[OP8] an error that repeats an address loses its credentials', () => {
  const text = linesOf((logger) => {
    const err = new Error('cannot reach postgres://radio:hunter2@db.example/radio')
    logger.error({ err }, 'failed')
  })
  expect(text).toContain('postgres://[secret]@db.example/radio')
  expect(text).not.toContain('hunter2')
})

it.each([
  ['holds an at sign', new Error('cannot reach postgres://radio:hun@ter2@db.example/radio')],
  ['holds a slash', new Error('cannot reach postgres://radio:hun/ter2@db.example/radio')],
  [
    'stands beside the message',
    Object.assign(new TypeError('Invalid URL'), { input: 'postgres://a:hunter2@[/' }),
  ],
])('[OP8] a password that %s is not logged', (_name, err) => {
  const text = linesOf((logger) => logger.error({ err }, 'failed'))
  expect(text).toContain('[secret]@')
  expect(text).not.toMatch(/ter2/)
})
