import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getEncoder, renewEncoderPassword } from '@carillon/contract/encoder/endpoints'
import type { Encoder } from '@carillon/contract/encoder/schemas'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { headOf, Program, song } from './encoder.ts'
import { type Member, startStation, type TestStation } from './station.ts'

export let station: TestStation
export let dj: Member
/** The show of the test, and what programs sign in to it with. */
export let id: number
export let password: string
const programs: Program[] = []
let people = 0

/** Starts a station for the tests of a file, and plans a show with a password for each; ends all of it after them. */
export function useEncoderShow(): void {
  beforeAll(async () => {
    station = await startStation()
  })
  afterAll(() => station.close())
  beforeEach(async () => {
    dj = await station.as('DJ', `dj${++people}`)
    id = (await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })).data.id
    await renewPassword()
  })
  afterEach(async () => {
    for (const program of programs.splice(0)) program.socket.destroy()
    await station.call(endBroadcast, { as: station.admin, params: { id } })
  })
}

/** Makes `password` another one: the one before is dead. */
export async function renewPassword(): Promise<void> {
  password = (await station.call(renewEncoderPassword, { as: dj, params: { id } })).data.password
}

export const goLive = () => station.call(startBroadcast, { as: dj, params: { id } })
export const end = () => station.call(endBroadcast, { as: dj, params: { id } })
export const view = async () => (await station.call(getEncoder, { as: dj, params: { id } })).data

/** A program that says this first; it is ended after the test. */
export function program(first = headOf(password)): Program {
  const one = new Program(station.origin, first)
  programs.push(one)
  return one
}

/** A program that is on air, with sound, after it was answered so. */
export async function onAir(first = headOf(password), answer = 'HTTP/1.0 200 OK'): Promise<Program> {
  const one = program(first)
  expect(await one.answer()).toBe(answer)
  one.send(song())
  await until(hasSent(0))
  return one
}

/** Whether a program is the source and has sent more than this many bytes. */
export const hasSent =
  (bytes: number) =>
  ({ source }: Encoder) =>
    source?.kind === 'ENCODER' && source.receivedBytes > bytes

/** Encoder as the DJ sees it, once it is so. */
export async function until(isSo: (encoder: Encoder) => boolean): Promise<Encoder> {
  for (;;) {
    const encoder = await view()
    if (isSo(encoder)) return encoder
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The status and the code that a program is refused with. */
export async function refusal(first: string): Promise<string> {
  const refusal = await program(first).ended
  const code = /"code":"(\w+)"/.exec(refusal)?.[1] ?? ''
  return `${refusal.split(' ')[1]} ${code}`.trim()
}
