import { Secret, URI } from 'otpauth'
import { expect, it } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-code.ts'
import { codeOf, counterAt, counterOf, newSecret, uriOf } from './totp-code.ts'

/** RFC 6238 appendix B: the key of the SHA-1 rows, ASCII `12345678901234567890`. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32
const NOW_MS = Date.parse('2026-11-20T04:00:10Z')
const NOW = counterAt(NOW_MS)

// The appendix prints eight digits; six are its last six (RFC 4226 s5.3: modulo 10^digits).
it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('[TF1] %i s after the epoch the code is that of RFC 6238, %s', (seconds, eightDigits) => {
  expect(codeOf(RFC_SECRET, counterAt(seconds * 1000))).toBe(eightDigits.slice(-6))
})

it('[TF1] secrets have 160 bits, each another, and stand in the address that apps read', () => {
  const secret = newSecret()
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(secret)
  const uri = uriOf(secret, { issuer: 'Radyo: Ñ & Co', label: 'ana@station.test' })
  expect(URI.parse(uri)).toMatchObject({
    issuer: 'Radyo Ñ & Co',
    label: 'ana@station.test',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: { base32: secret },
  })
})

it.each([
  [-2, null],
  [-1, -1],
  [0, 0],
  [1, 1],
  [2, null],
])('[TF2] the code of %i steps from now is that of step %s', (steps, taken) => {
  const code = codeOf(RFC_SECRET, NOW + steps)
  const counter = counterOf(RFC_SECRET, code, { nowMs: NOW_MS, after: 0 })
  expect(counter && counter - NOW).toBe(taken)
})

it('[TF3] a step that was used, and all before it, are spent', () => {
  const at = (steps: number) =>
    counterOf(RFC_SECRET, codeOf(RFC_SECRET, NOW + steps), { nowMs: NOW_MS, after: NOW })
  expect([at(-1), at(0), at(1)]).toEqual([null, null, NOW + 1])
})

it('[TF8] recovery codes are ten, of 80 bits, each another, and stored as something that is not the code', () => {
  const codes = newRecoveryCodes()
  expect(codes).toHaveLength(10)
  expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20)
  for (const code of codes) {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(hashRecoveryCode(code)).toMatch(/^[0-9a-f]{64}$/)
  }
})

it.each([
  ['7K3M-Q0ZD-9F2A-XW5T', '7K3MQ0ZD9F2AXW5T'],
  [' 7k3m qozd 9f2a xw5t ', '7K3MQ0ZD9F2AXW5T'],
  ['l111-i111-o000-0000', '1111111100000000'],
  ['7K3M-Q0ZD-9F2A-XW5', null],
  ['7K3M-Q0ZD-9F2A-XW5TT', null],
  ['7K3M-Q0ZD-9F2A-XW5U', null],
  ['123456', null],
  ['', null],
])('[TF8] typed as "%s", a recovery code is %s', (text, code) => {
  expect(readRecoveryCode(text)).toBe(code)
})
