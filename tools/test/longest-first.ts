import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait for minutes; by size, they would begin last, and all else would be over. */
const LONGEST = ['faults/faults.test.ts']

/** Order of test files: those that wait longest begin first, beside all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}
