import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { song } from '../../../../../tests/support/encoder.ts'
import { openShowPlace } from '../../../../../tests/support/show.ts'
import { MemoryCluster } from '../../../../cluster/testing.ts'
import { bodyReaderOf } from '../../../../http/body-reader.ts'
import { createStream } from '../../testing.ts'
import { type EncoderRequest, Encoders } from './encoders.ts'
import type { EncoderTables } from './table.ts'

/** Enough to tell what it sends. */
const beginning = song().subarray(0, 60)

let place: Awaited<ReturnType<typeof openShowPlace<EncoderTables>>>
beforeAll(async () => {
  place = await openShowPlace<EncoderTables>('embedded')
})
afterAll(() => place.close())

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Both ends of a connection. */
async function connection(): Promise<{ program: Socket; socket: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const program = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  const [socket] = (await once(server, 'connection')) as [Socket]
  for (const end of [program, socket]) end.on('error', () => end.destroy())
  closers.push(() => {
    program.destroy()
    server.close()
  })
  return { program, socket }
}

/** Two instances of a station, with a show of a DJ on air and a password for it. */
async function openInstances() {
  const person = await place.person('DJ')
  const id = await place.goLive(person)
  const known = { id, status: 'LIVE', title: 'Harana Hour', createdById: person.id, startedById: person.id }
  const cluster = new MemoryCluster()
  const instances = await Promise.all(
    [0, 1].map(async () => {
      const { stream, close, context } = await createStream()
      closers.push(close)
      stream.openMount({ broadcastId: id, kind: 'live' })
      const encoders = new Encoders({
        db: place.db,
        clock: context.clock,
        now: context.now,
        log: context.log,
        stream,
        encoderAddress: null,
        publicUrl: null,
        findBroadcast: async () => ({
          ...known,
          status: 'LIVE',
          peakListeners: 0,
          onAir: null,
          tookOverFrom: null,
          isUnlisted: false,
        }),
        findPerson: async () => person,
        bus: cluster.join(),
        nameSong: async () => undefined,
        isClosing: () => false,
        translate: () => null,
      })
      return { stream, encoders }
    }),
  )
  const [here, there] = instances as [(typeof instances)[0], (typeof instances)[0]]
  const password = await here.encoders.renew(id, person.id)
  return { id, person, here, there, cluster, authorization: `Basic ${btoa(`source:${password}`)}` }
}

function request(): EncoderRequest {
  const openBody = () => bodyReaderOf(new Map()) ?? expect.fail()
  return { program: 'test', openBody, farewell: '', welcome: () => undefined }
}

it.each(['here', 'there'] as const)(
  '[EN20] a program that found the password before it was gone is not let in: %s',
  async (at) => {
    const { person, here, authorization, ...others } = await openInstances()
    const { encoders, stream } = at === 'here' ? here : others.there
    for (const instance of [here, others.there])
      instance.stream.revocations.revoke((session) => session.person.id === person.id)
    const grant = await encoders.authenticate(authorization, '127.0.0.1')
    await here.encoders.withdrawOf(person.id)
    const { socket } = await connection()
    await expect(encoders.connect(grant, socket, request())).rejects.toThrow(
      expect.objectContaining({ code: 'ENCODER_PASSWORD' }),
    )
    expect(stream.live?.source).toBeNull()
  },
)

it.each(['here', 'there'] as const)(
  '[EN20] a program that got in before the password was gone is closed: %s',
  async (at) => {
    const { person, here, authorization, ...others } = await openInstances()
    const { encoders, stream } = at === 'here' ? here : others.there
    for (const instance of [here, others.there])
      instance.stream.revocations.revoke((session) => session.person.id === person.id)
    const grant = await encoders.authenticate(authorization, '127.0.0.1')
    const { socket, program } = await connection()
    program.write(beginning)
    await encoders.connect(grant, socket, request())
    expect(stream.live?.source).not.toBeNull()
    const closed = once(program.resume(), 'close')
    await here.encoders.withdrawOf(person.id)
    await closed
    while (stream.live?.source) await new Promise((resolve) => setTimeout(resolve, 10))
  },
)

it('[EN22] a program whose password is gone is closed though the message about it was lost, and no other', async () => {
  const { id, person, here, there, cluster, authorization } = await openInstances()
  const grant = await there.encoders.authenticate(authorization, '127.0.0.1')
  const { socket, program } = await connection()
  program.write(beginning)
  await there.encoders.connect(grant, socket, request())
  await there.encoders.closeWithdrawn()
  const { source } = there.stream.live ?? {}
  expect(source).toMatchObject({ kind: 'ENCODER' })
  cluster.isCut = true
  await here.encoders.renew(id, person.id)
  expect(there.stream.live?.source).toBe(source)
  const closed = once(program.resume(), 'close')
  await there.encoders.closeWithdrawn()
  await closed
})
