import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test/longest-first.ts'

/** They start programs, kill them, and wait for what real time brings: little work, for minutes. */
const IN_REAL_TIME = [
  'faults/faults.test.ts',
  'server/src/db/{claim,limited-pool}.test.ts',
  'server/tests/{backup*,captures*,encoders,hand-over-*,hls{,-edge,-instances},hostile-frames,icecast*,main-mount*,migration-kill}.test.ts',
  'server/tests/{objects,on-air,playout*,process}.test.ts',
  'server/tests/{archive,archive-instances,dead-air,leading-in-turn,moved-clock,mp3}.test.ts',
  'server/tests/{recording-crash,rewind,rewind-between-shows,restore-interrupted,several-processes}.test.ts',
]
/** Players play for ten minutes, and that takes next to nothing of a processor. */
const LONG = 'bench/hls-players.test.ts'
/** Tests of the web that need a document but hold no component. */
const WITH_DOCUMENT = globSync('web/src/**/*.test.ts', { cwd: import.meta.dirname }).filter((path) =>
  readFileSync(join(import.meta.dirname, path), 'utf8').startsWith('// @vitest-environment jsdom'),
)
const NOT_OURS = '**/node_modules/**'
/** It changes the networks of this machine, which no browser beside it bears. */
const OF_NETWORKS = 'faults/network-faults.test.ts'
const SETUP = ['tools/test/fixed-seed.ts', 'tools/test/test-costs.ts']
const WEB_SETUP = ['web/src/testing/fresh-modules.ts', ...SETUP]
/** Node strips the types itself: nothing outside the web is mocked, or needs what Vite would transform. */
const WITHOUT_VITE = { viteModuleRunner: false, nodeLoader: false }

/**
 * Six projects: `node` for everything outside the web, `waits` for what of it waits in real time, `long` for what does so
 * for ten minutes, `networks` for what runs beside no browser, `web` for what needs no document, `page` (jsdom) for
 * components. A `.test.ts` that needs a document says so in its first line: `// @vitest-environment jsdom`.
 *
 * The test files of a worker share the modules it has loaded (decision 22): a test puts back what it changes.
 */
export default defineConfig({
  test: {
    // On two cores the default is one: half of the machine would wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    isolate: false,
    // Limits are for what hangs. A busy machine is no failure: see also web/src/testing/patience.ts.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // One after the other: modules are fresh before anything else is set up.
    sequence: { setupFiles: 'list', sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,media,server,cli,tools,testkit,bench,faults}/**/*.test.ts'],
          exclude: [NOT_OURS, OF_NETWORKS, LONG, ...IN_REAL_TIME],
          setupFiles: SETUP,
          experimental: WITHOUT_VITE,
        },
      },
      {
        extends: true,
        test: {
          name: 'waits',
          environment: 'node',
          include: IN_REAL_TIME,
          setupFiles: SETUP,
          isolate: true,
          experimental: WITHOUT_VITE,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          environment: 'node',
          include: [LONG],
          setupFiles: SETUP,
          experimental: WITHOUT_VITE,
        },
      },
      {
        extends: true,
        test: {
          name: 'networks',
          environment: 'node',
          include: [OF_NETWORKS],
          setupFiles: SETUP,
          experimental: WITHOUT_VITE,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'node',
          include: ['web/**/*.test.ts'],
          exclude: [NOT_OURS, ...WITH_DOCUMENT],
          setupFiles: WEB_SETUP,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['web/**/*.test.tsx', ...WITH_DOCUMENT],
          setupFiles: [...WEB_SETUP, 'web/src/testing/page-setup.ts'],
        },
      },
    ],
  },
})
