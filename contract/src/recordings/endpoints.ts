import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { recordingBodySchema, recordingSchema, visibilityBodySchema, visibilitySchema } from './schemas.ts'

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

export const getRecordingVisibility = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/recording/visibility',
  summary: 'Who may hear the recording of a show, before there is one too; for its DJ and staff',
  access: STAFF,
  status: 200,
  params: idParams,
  reply: visibilitySchema,
})
export const setRecordingVisibility = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id/recording/visibility',
  summary:
    'Decide who may hear the recording of a show, and whether the station may play it again: before, during or after it',
  access: STAFF,
  status: 200,
  params: idParams,
  body: visibilityBodySchema,
  reply: visibilitySchema,
})

export const recordingEndpoints = {
  getRecording,
  updateRecording,
  deleteRecording,
  getRecordingVisibility,
  setRecordingVisibility,
}
