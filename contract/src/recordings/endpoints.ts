import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { recordingBodySchema, recordingSchema } from './schemas.ts'

const STAFF = ['DJ', 'MODERATOR', 'ADMIN'] as const

export const getRecording = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/recording',
  summary: 'The recording of a show: its length and its shape',
  access: 'public',
  status: 200,
  params: idParams,
  reply: recordingSchema,
})
export const updateRecording = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id/recording',
  summary: 'Decide who may hear a recording, and whether it stays',
  access: STAFF,
  status: 200,
  params: idParams,
  body: recordingBodySchema,
  reply: recordingSchema,
})
export const deleteRecording = endpoint({
  method: 'DELETE',
  path: '/api/broadcasts/:id/recording',
  summary: 'Delete a recording for good',
  access: STAFF,
  status: 204,
  params: idParams,
  reply: z.null(),
})

export const recordingEndpoints = { getRecording, updateRecording, deleteRecording }
