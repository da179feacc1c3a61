import {
  getEncoder,
  renewEncoderPassword,
  withdrawEncoderPassword,
} from '@carillon/contract/encoder/endpoints'
import { ENCODER_MOUNT, ENCODER_USER, type Encoder, METADATA_PATH } from '@carillon/contract/encoder/schemas'
import { canBroadcast, canSeeBroadcast } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import type { FastifyRequest } from 'fastify'
import { type RawRoute, type Route, route } from '../../../../http/route.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import type { KnownBroadcast } from '../../ports.ts'
import type { EncoderGrant } from './admit.ts'
import type { Encoders } from './encoders.ts'
import type { EncoderContext } from './ports.ts'
import { songOf } from './song-title.ts'
import { findPassword } from './store.ts'

/** The calls of the DJ's page about their own program. */
export function encoderRoutes(encoders: Encoders, context: EncoderContext): Route[] {
  const load = async ({ params, session }: { params: { id: number }; session: { person: Person } }) => {
    const broadcast = await context.findBroadcast(params.id)
    if (!broadcast || !canSeeBroadcast(session.person, broadcast)) throw new AppError('NOT_FOUND')
    if (!canBroadcast(session.person, broadcast)) throw new AppError('FORBIDDEN')
    return broadcast
  }
  const show = async ({ id }: KnownBroadcast, request: FastifyRequest): Promise<Encoder> => {
    const { note } = encoders.state(id)
    const password = await findPassword(context.db, id)
    const { host, port } = addressFor(context, request)
    return {
      host,
      port,
      mount: ENCODER_MOUNT,
      user: ENCODER_USER,
      passwordSince: password?.createdAt.toISOString() ?? null,
      source: context.stream.find(id)?.state.source ?? null,
      note,
    }
  }
  return [
    route(getEncoder, { load, handle: ({ subject, request }) => show(subject, request) }),
    route(renewEncoderPassword, {
      load,
      async handle({ subject, session, request }) {
        if (subject.status === 'ENDED') throw new AppError('WRONG_STATE', { message: 'The show has ended.' })
        const password = await encoders.renew(subject.id, session.person.id)
        return { ...(await show(subject, request)), password }
      },
    }),
    route(withdrawEncoderPassword, {
      load,
      async handle({ subject }) {
        await encoders.withdraw(subject.id)
        return null
      },
    }),
  ]
}

/** Titles of songs, as programs tell Icecast. They stand beside the stream: inside it they would end it for browsers. */
export function metadataRoute(encoders: Encoders, context: EncoderContext): RawRoute {
  return {
    path: METADATA_PATH,
    methods: ['GET', 'POST'],
    summary: 'The title of the song from an encoder, with its password',
    access: 'public',
    documented: {
      answers: { 200: { description: 'As Icecast thanks', type: 'text/xml' } },
      refusals: ['ENCODER_PASSWORD', 'FORBIDDEN', 'WRONG_STATE', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_REQUESTS'],
    },
    async handle({ request, reply }) {
      reply.header('Cache-Control', 'no-store').header('Connection', 'close')
      try {
        const grant = await encoders.authenticate(request.headers.authorization, request.ip)
        await nameSong(context, grant, request.raw.url ?? '')
      } catch (error) {
        if (error instanceof AppError && error.status === 401)
          reply.header('WWW-Authenticate', 'Basic realm="Carillon"')
        throw error
      }
      return reply.type('text/xml; charset=utf-8').send(THANKS)
    },
  }
}

/** Takes the title of a song from the program that is heard; from any other it changes nothing. */
async function nameSong(
  { stream, nameSong }: EncoderContext,
  { broadcastId, session }: EncoderGrant,
  url: string,
): Promise<void> {
  const onAir = stream.find(broadcastId)
  if (onAir?.kind !== 'live' || onAir.state.source?.kind !== 'ENCODER') return
  const song = songOf(url)
  if (song) await nameSong(session, broadcastId, song)
}

/** As Icecast answers. */
const THANKS =
  '<?xml version="1.0"?>\n<iceresponse><message>Metadata update successful</message><return>1</return></iceresponse>\n'

/** Programs connect to the station's own port, past a proxy that speaks HTTP. */
function addressFor({ encoderAddress, publicUrl }: EncoderContext, request: FastifyRequest) {
  if (encoderAddress) return encoderAddress
  const host = publicUrl ? new URL(publicUrl).hostname : request.hostname
  return { host, port: request.socket.localPort ?? 0 }
}
