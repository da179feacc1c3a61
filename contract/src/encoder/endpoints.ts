import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { BROADCASTERS } from '../roles.ts'
import { encoderPasswordSchema, encoderSchema } from './schemas.ts'

export const getEncoder = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/encoder',
  summary: 'How to send a broadcast from your own encoder, and whether one is connected',
  access: BROADCASTERS,
  status: 200,
  params: idParams,
  reply: encoderSchema,
})
export const renewEncoderPassword = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id/encoder/password',
  summary: 'Make a password for an encoder of this broadcast; an older one is dead, its source closed',
  access: BROADCASTERS,
  status: 200,
  refusals: ['WRONG_STATE'],
  params: idParams,
  reply: encoderPasswordSchema,
})
export const withdrawEncoderPassword = endpoint({
  method: 'DELETE',
  path: '/api/broadcasts/:id/encoder/password',
  summary: 'Withdraw the password for an encoder of this broadcast; its source is closed',
  access: BROADCASTERS,
  status: 204,
  params: idParams,
  reply: z.null(),
})

export const encoderEndpoints = { getEncoder, renewEncoderPassword, withdrawEncoderPassword }
