import fc from 'fast-check'

/** Seed with which server/tests/generated begins too. */
const DAILY_SEED = 20_261_120

/**
 * For every test without a page: what is drawn is the same in each run, which fails for what was changed, never by
 * chance. `SEED=7` draws something else.
 */
fc.configureGlobal({ seed: Number(process.env.SEED || DAILY_SEED) })
