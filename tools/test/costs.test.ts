import { describe, expect, it } from 'vitest'
import {
  filesOf,
  slowestList,
  slowWithoutReason,
  type TestCost,
  testsOfPlaywright,
  testsOfVitest,
} from './costs.ts'

const test = (name: string, wallMs: number, cpuMs: number | null = null, line = 1): TestCost => ({
  name,
  file: 'a.test.ts',
  line,
  wallMs,
  cpuMs,
})

describe('what tests cost', () => {
  it('[QA5] is read from the reports of both runners', () => {
    const assertion = { fullName: 'sums', status: 'passed', failureMessages: [] }
    const vitest = testsOfVitest({
      testResults: [
        {
          name: '/a.test.ts',
          status: 'passed',
          message: '',
          assertionResults: [{ ...assertion, duration: 12, location: { line: 3 }, meta: { cpuMs: 4 } }],
        },
      ],
    })
    expect(vitest).toEqual([{ name: 'sums', file: '/a.test.ts', line: 3, wallMs: 12, cpuMs: 4 }])
    const spec = {
      title: 'plays',
      ok: true,
      file: 'b.spec.ts',
      line: 7,
      tests: [
        { annotations: [{ type: 'cpu-ms', description: '50' }], results: [{ duration: 900, errors: [] }] },
      ],
    }
    const inner = { title: 'inner', specs: [spec] }
    expect(
      testsOfPlaywright({ suites: [{ title: 'outer', specs: [], suites: [inner] }], errors: [] }, '/e2e'),
    ).toEqual([{ name: 'plays', file: '/e2e/b.spec.ts', line: 7, wallMs: 900, cpuMs: 50 }])
  })

  it('[QA5] is summed by file, with what the file used besides its tests', () => {
    const tests = [test('one', 10, 1), test('two', 20, 2)]
    expect(filesOf(tests, [])).toEqual([{ name: 'a.test.ts', wallMs: 30, cpuMs: 3 }])
    expect(filesOf(tests, [{ file: 'a.test.ts', cpuMs: 700 }])).toEqual([
      { name: 'a.test.ts', wallMs: 30, cpuMs: 700 },
    ])
  })

  it('[QA5] is listed from the slowest on', () => {
    const list = slowestList([test('quick', 10), test('slow', 61_234, 2_000), test('even', 100)], 2)
    expect(list).toBe('   61.2 s wall     2.0 s cpu  slow\n    0.1 s wall         - cpu  even')
  })

  it('[QA6] over 20 s needs a reason right above the test', () => {
    const lines = [
      '// Slow: a disk that is full.',
      "it('a', ...)",
      '',
      '// Slow: elsewhere',
      'const x = 1',
      "it('b', ...)",
    ]
    const tests = [test('a', 20_001, null, 2), test('b', 20_001, null, 6), test('quick', 20_000, null, 6)]
    expect(slowWithoutReason(tests, () => lines).map(({ name }) => name)).toEqual(['b'])
    expect(slowWithoutReason([{ ...test('c', 30_000), line: null }], () => lines)).toHaveLength(1)
  })
})
