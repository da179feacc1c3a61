import { canModerate } from '@carillon/contract/policies'
import { recordingPath } from '@carillon/contract/recordings/schemas'
import type { Person } from '@carillon/contract/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../../http/send-file.ts'
import type { StoredRecording } from './table.ts'
import type { Transfers } from './transfers.ts'

type RecordingOrder = {
  folder: string
  /** The recording as it was when it was asked for. */
  known: StoredRecording
  person: Person | null
  /** Looks it up once more. Throws NOT_FOUND when this person may not hear it, or it is gone. */
  find(): Promise<StoredRecording>
}

/** Sends a recording, or the part of it that was asked for. It may become private, longer or go at any moment. */
export async function sendRecording(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, known, person, find }: RecordingOrder,
  transfers: Pick<Transfers, 'add'>,
): Promise<FastifyReply> {
  const { broadcastId, bytes } = known
  const whose = { broadcastId, address: request.ip, isSupervisor: canModerate(person, known) }
  return sendFile(request, reply, {
    folder,
    name: recordingPath(broadcastId).slice('/recordings/'.length),
    bytes,
    add: (file) => transfers.add(file, whose),
    headers: async () => headersOf(await find()),
  })
}

/** Any site may play what anybody may hear, as it may play the stream. */
function headersOf({ isPublic }: StoredRecording): Record<string, string> {
  return {
    'Cache-Control': isPublic ? 'public, no-cache' : 'private, no-cache',
    'Content-Type': 'audio/ogg',
    ...(isPublic && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  }
}
