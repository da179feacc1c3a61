import { once } from 'node:events'
import { connect } from 'node:net'
import type { Member, Station } from '@carillon/testkit/station'
import { Attack } from './lib/attack.ts'
import type { Fault } from './lib/fault.ts'

const CONNECTIONS = 210
const TRIES = 15
const QUICK_TRIES = 5
const BETWEEN_MS = 1_000
const QUICK_BETWEEN_MS = 100

/** Anyone who begins to be a source and never goes on keeps no program of a DJ out, also from the same address. */
export const halfHeads: Fault = {
  name: 'half-heads',
  sentence: `${CONNECTIONS} connections begin as a program of a DJ does, never end their head and come again; a DJ's program connects ${TRIES} times.`,
  async run({ open, measure, promise, isQuick }) {
    const rig = await open()
    const { station } = rig
    const head = await rehearsalOf(station, await station.newMember('DJ'))
    const tries = isQuick ? QUICK_TRIES : TRIES
    const answers: Record<string, number> = {}
    await measure(rig, async () => {
      const attack = new Attack('hold', [
        '127.0.0.1',
        new URL(station.origin).port,
        'half-heads',
        CONNECTIONS,
      ])
      await attack.next()
      for (let n = 0; n < tries; n++) {
        const status = await connectAs(station, head)
        answers[status] = (answers[status] ?? 0) + 1
        await new Promise((resolve) => setTimeout(resolve, isQuick ? QUICK_BETWEEN_MS : BETWEEN_MS))
      }
      await attack.kill()
    })
    promise(answers['200'] === tries, `each right connect comes in: ${JSON.stringify(answers)}`)
    return `${answers['200'] ?? 0} of ${tries} right connects of the DJ came in`
  },
}

/** The head with which a program of this DJ is let in, to a test of its own. */
async function rehearsalOf(station: Station, { api }: Member): Promise<string> {
  const { id } = await api.data<{ id: number }>('POST', '/api/broadcasts', { title: 'Rehearsal' })
  await api.data('POST', `/api/broadcasts/${id}/start-test`)
  const { password } = await api.data<{ password: string }>('PUT', `/api/broadcasts/${id}/encoder/password`)
  const lines = [
    'PUT /studio.ogg HTTP/1.1',
    `Host: ${new URL(station.origin).host}`,
    `Authorization: Basic ${btoa(`source:${password}`)}`,
    'Content-Type: application/ogg',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Connects as that program and leaves; gives the status. */
async function connectAs(station: Station, head: string): Promise<string> {
  const socket = connect(Number(new URL(station.origin).port), '127.0.0.1')
  socket.write(head)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString('latin1').split(' ', 2)[1] ?? ''
}
