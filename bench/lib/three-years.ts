import { findPostgresFolder, startPostgres } from '@carillon/testkit/postgres'

/** Size of a station with three years behind it; SHOWS, MESSAGES and PEOPLE in the environment change it. */
export const SIZE = {
  shows: Number(process.env.SHOWS ?? 2_000),
  messages: Number(process.env.MESSAGES ?? 1_000_000),
  people: Number(process.env.PEOPLE ?? 50_000),
}

export type Engine = 'embedded' | 'postgres'

/** Measures on a PostgreSQL of its own, where one is installed, and then on the embedded database. */
export async function onEachDatabase(measure: (engine: Engine) => Promise<void>): Promise<void> {
  const programs = findPostgresFolder()
  if (programs) {
    const postgres = await startPostgres(programs)
    process.env.TEST_DATABASE_URL = postgres.url
    await measure('postgres')
    await postgres.stop()
  } else console.log('No PostgreSQL is installed here: the embedded database alone is measured.')
  await measure('embedded')
}
