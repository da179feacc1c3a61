/** `large-station-process.ts <shows> <messages> <people>`: makes a data folder with years behind it, on the embedded database, and prints its path. */
import { createPlace } from './database.ts'
import { writeThreeYears } from './three-years.ts'

const [shows = 0, messages = 0, people = 0] = process.argv.slice(2).map(Number)

const place = await createPlace('embedded')
await writeThreeYears(place, { shows, messages, people })
process.stdout.write(place.dataDir)
