import { describe, expect, it } from 'vitest'
import { compareRules, findTestTitles, lostRules, parseSpec } from './rules.ts'

const SPEC = [
  '# Rules',
  '## AU: auth',
  '- **AU1** One.',
  '- **AU2** Two.',
  '## BR: broadcasts',
  '- **BR1** B.',
].join('\n')

function findingsFor(spec: string, source: string): string[] {
  const { rules, problems } = parseSpec(spec)
  return [...problems, ...compareRules(rules, findTestTitles(source, 'a.test.ts'))]
}

const titled = (...titles: string[]) => titles.map((title) => `it('${title}', () => {})`).join('\n')

describe('rules and tests', () => {
  it('[QA1] nothing is found when each rule has a test', () => {
    expect(findingsFor(SPEC, titled('[AU1] a', '[AU2] b', '[BR1] c', '[BR1] d'))).toEqual([])
  })

  it('[QA1] a rule without a test is a finding', () => {
    expect(findingsFor(SPEC, titled('[AU1] a', '[BR1] c'))).toEqual(['docs/SPEC.md:4 AU2 has no test'])
  })

  it('[QA1] an id that is there twice, or in the wrong section, is a finding', () => {
    const spec = `${SPEC}\n- **BR1** Again.\n- **AU2** Here.`
    const findings = findingsFor(spec, titled('[AU1] a', '[AU2] b', '[BR1] c'))
    expect(findings).toContain('docs/SPEC.md:7 BR1 is there twice')
    expect(findings).toContain('docs/SPEC.md:8 AU2 stands in section BR')
  })

  it('[QA1] a line that only looks like a rule is a finding', () => {
    expect(parseSpec('## AU: auth\n- **AU-1** Dashed.').problems).toHaveLength(1)
  })

  it('[QA9] a released rule that is not there any more is a finding, unless a line says why', () => {
    const { rules, retired } = parseSpec(`${SPEC}\n- ~~BR2~~ Nobody could see it.`)
    expect(retired).toEqual(['BR2'])
    expect(lostRules('# ids\nAU1 BR1\nBR2 BR3\n', rules, retired)).toEqual([
      'docs/SPEC.md has lost BR3 and does not say why',
    ])
    expect(parseSpec('## AU: auth\n- ~~AU1~~').problems).toHaveLength(1)
  })

  it('[QA2] a test that names no rule, or an unknown one, is a finding', () => {
    const findings = findingsFor('## AU: auth\n- **AU1** One.', titled('[AU1] a', 'free', '[AU9] b'))
    expect(findings).toEqual([
      'a.test.ts:2 names no rule: "free"',
      'a.test.ts:3 names AU9, which docs/SPEC.md does not have',
    ])
  })

  it('[QA2] titles are found in tables, templates, chains and skipped tests', () => {
    const source = [
      "it.each([1, 2])('[AU1] each %s', (n) => {})",
      `test(\`[AU2] of \${n}\`, { tag: "@x" }, async () => {})`,
      "it.skipIf(true)('[AU3] maybe', () => {})",
      "test.only('[AU4] only', body)",
      'it(name, () => {})',
    ].join('\n')
    const found = findTestTitles(source, 'a.test.ts').map(({ title }) => title)
    expect(found).toEqual(['[AU1] each %s', '[AU2] of ...', '[AU3] maybe', '[AU4] only', ''])
  })

  it('[QA2] what only looks like a test is none', () => {
    const source = [
      "test.describe('group', () => {})",
      "test.step('step', async () => {})",
      'pattern.test("text")',
      "test.skip(condition, 'reason')",
      'const re = /x/.test(value, () => {})',
    ].join('\n')
    expect(findTestTitles(source, 'a.test.ts')).toEqual([])
  })
})
