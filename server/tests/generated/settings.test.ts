import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { INPUTS, MAX_GROWTH_BYTES, RunCounters, SEED } from './run-counters.ts'

/** Names in OPERATIONS.md, and others. */
const NAMES = [
  ...[
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'REDIS_URL',
    'ICECAST_URL',
    'ICECAST_ADMIN_URL',
    'SMTP_URL',
  ],
  ...['MAIL_FROM', 'PUBLIC_URL', 'ALLOWED_ORIGINS', 'TRUST_PROXY', 'STATION_NAME', 'STATION_TIME_ZONE'],
  ...[
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
    'SOURCE_GRACE_SECONDS',
    'RECORDING_DAYS',
    'LOG_LEVEL',
    'METRICS_TOKEN',
  ],
  ...['__proto__', 'constructor', 'PATH', ''],
]
/** Each is right for one setting and wrong for others. */
const VALUES = [
  ...['8080', '0', '65535', '65536', '-1', '1e3', ' 80 ', '0x50', '08', '9'.repeat(400), '٣'],
  ...[
    'postgres://u:hidden@h/d',
    'postgresql://h',
    'redis://:hidden@h:1',
    'rediss://h',
    'smtp://h',
    'smtps://u:hidden@h',
  ],
  ...[
    'http://source:hidden@h:8000/live.ogg',
    'https://radio.example/',
    'http://',
    'https://[',
    'javascript:alert(1)',
  ],
  ...[
    'a@b.co',
    'Radio <a@b.co>',
    'a@b.co\r\nBcc: c@d.co',
    '<>',
    'Asia/Manila',
    'UTC',
    'Mars/Base',
    '../../etc',
  ],
  ...['on', 'off', 'TRUE', '1', 'loopback', '10.0.0.0/8', '10.0.0.0/99', '::1', '::1/129', 'loopback,', ','],
  ...[
    'info',
    'silent',
    'INFO',
    'verbose',
    'x'.repeat(81),
    'x'.repeat(10_000),
    '\0',
    'a\0b',
    '\ud800',
    '',
    '   ',
  ],
]
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.webUrl(),
  fc.ipV6(),
)
const environment = fc.dictionary(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.string()),
  value,
  {
    maxKeys: 12,
  },
)

/** Tells text that nobody writes into a message on purpose. */
const isSecret = (held: string) => held.includes('hidden') || (held.length > 8 && !VALUES.includes(held))

it('[ED11] any environment gives settings, or one message for each wrong one that names it and never says its value', () => {
  const counters = new RunCounters('settings')
  const read = (given: Record<string, string>) => {
    const config = readConfig(given)
    counters.count(config.ok ? 'settings' : 'messages')
    if (config.ok) return
    const named = config.errors.map((message) => message.split(' ', 1)[0] ?? '')
    expect(config.errors.length).toBeGreaterThan(0)
    expect(new Set(named).size).toBe(named.length)
    for (const [at, message] of config.errors.entries()) {
      const name = named[at] ?? ''
      expect(NAMES).toContain(name)
      const held = given[name] ?? ''
      if (isSecret(held)) expect(message).not.toContain(held.trim())
      expect(message).not.toContain('hidden')
      expect(message).toMatch(/^[A-Z_]+ must /)
    }
  }
  fc.assert(fc.property(environment, read), { numRuns: INPUTS, seed: SEED })
  expect(counters.report()).toBeLessThan(MAX_GROWTH_BYTES)
})
