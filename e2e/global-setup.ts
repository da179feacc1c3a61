import { Instance } from '@carillon/testkit/instance'
import { freePort } from '@carillon/testkit/processes'

/** Prepares what every station of the run begins with; what it gives removes it. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  return Instance.prepareData(await freePort())
}
