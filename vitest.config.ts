import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/**
 * Two projects: `node` for everything without a page, `page` (jsdom) for components. A `.test.ts` that needs a DOM
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
          setupFiles: ['scripts/lib/fixed-seed.ts'],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/src/testing/patience.ts'],
        },
      },
    ],
  },
})
