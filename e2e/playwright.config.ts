import { defineConfig } from '@playwright/test'
import type { Choices } from './support/fixtures.ts'

/** Journeys without sound and without a clock: two at once do not disturb each other. */
const PAGES =
  /(accessibility|admin-control|first-visit|hostile-text|kept-sound|large-text|offline|right-at-once|routes|same-story|station-zone|texts|two-step)\.spec\.ts$/

/**
 * Across two instances, and what happens when a part is away. With LONG=1 all journeys of On air, The room and The
 * voice, else one of each.
 */
const ACROSS = process.env.LONG
  ? /(going-live|taking-the-air|hand-over|between-shows|unbroken-stream|listening|room|announcements|notifications|schedule|campus-faults)\.spec\.ts$/
  : /(going-live|taking-the-air|\/room|campus-faults)\.spec\.ts$/
const FAULTS = /campus-faults\.spec\.ts$/

const CAMPUS = { name: 'campus', testMatch: ACROSS, workers: 1, use: { isAcross: true } }

/** Each worker has a station, browsers and sound of its own. CAMPUS=1 adds the longest, which begin first. */
export default defineConfig<object, Choices>({
  testDir: '.',
  globalSetup: './global-setup.ts',
  // Runs side by side empty their folder when they begin.
  outputDir: `../test-results/${process.env.CAMPUS ? 'sound' : 'pages'}`,
  projects: [
    ...(process.env.CAMPUS ? [CAMPUS] : []),
    { name: 'pages', testMatch: PAGES, use: { isShell: true } },
    { name: 'sound', testIgnore: [PAGES, FAULTS], fullyParallel: true },
  ],
  workers: 2,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Without it a press on what is not there waits for as long as the whole test may take.
  use: { actionTimeout: 30_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
})
