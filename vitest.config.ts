import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** They start programs, kill them, and wait for what real time brings: little work, for minutes. */
const IN_REAL_TIME = [
  'faults/faults.test.ts',
  'server/tests/{backup*,captures*,encoders,hostile-frames,icecast*,migration-kill,objects,process}.test.ts',
  'server/tests/{recording-crash,restore-interrupted,several-processes}.test.ts',
]
const SETUP = ['scripts/lib/fixed-seed.ts', 'scripts/lib/test-costs.ts']

/**
 * Three projects: `node` for everything without a page, `waits` for what waits in real time, `page` (jsdom) for components. A `.test.ts` that needs a DOM
 * says so in its first line: `// @vitest-environment jsdom`.
 */
export default defineConfig({
  test: {
    // On two cores the default is one: half of the machine would wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A busy machine is no failure: what a test polls for may take this long, as in web/src/testing/patience.ts.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,server,web,scripts,bench,faults}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...IN_REAL_TIME],
          setupFiles: SETUP,
        },
      },
      {
        extends: true,
        test: { name: 'waits', environment: 'node', include: IN_REAL_TIME, setupFiles: SETUP },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/src/testing/patience.ts', 'scripts/lib/test-costs.ts'],
        },
      },
    ],
  },
})
