import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { endWrites } from '../../../api/client.ts'
import { NotConverted } from '../convert/start-convert.ts'
import { UploadPanel, type UploadPanelProps } from './upload-panel.tsx'
import { Uploads } from './uploads.ts'

afterEach(cleanup)

const TAGS = { title: 'Ale', artist: '', album: '', year: '' }
const CONVERTED = { file: new Blob(['sound']), tags: TAGS }

/** The panel with these tools; `order` tells what it did with which file. */
function open(tools: Partial<UploadPanelProps> = {}) {
  const order: string[] = []
  const added: unknown[] = []
  const uploads = new Uploads()
  const panel = (
    <UploadPanel
      by="BROWSER"
      uploads={uploads}
      convert={async ({ file, kind }) => {
        order.push(`convert ${file.name} as ${kind}`)
        return CONVERTED
      }}
      send={async ({ tags }) => {
        order.push(`send ${tags.title}`)
        return { id: 1 } as never
      }}
      onAdded={(item) => added.push(item)}
      {...tools}
    />
  )
  render(panel)
  const choose = (...names: string[]) =>
    userEvent.upload(
      screen.getByLabelText(/Files/),
      names.map((name) => new File(['x'], name, { type: 'audio/mpeg' })),
    )
  return { order, added, choose, panel }
}

const rows = () => within(screen.getByRole('list', { name: 'Uploads' })).getAllByRole('listitem')
const texts = () => rows().map(({ textContent }) => textContent)

test('[LB42] one file after the other is converted, sent, and said', async () => {
  const { order, added, choose } = open()
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Jingle')
  await choose('a.mp3', 'b.mp3')
  await waitFor(() => expect(added).toHaveLength(2))
  expect(order).toEqual(['convert a.mp3 as JINGLE', 'send Ale', 'convert b.mp3 as JINGLE', 'send Ale'])
  await waitFor(() => expect(texts()).toEqual(['a.mp3In the library', 'b.mp3In the library']))
  await userEvent.click(screen.getByRole('button', { name: 'Clear this list' }))
  expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull()
})

test('[LB42] says why a file is not taken, and goes on with the next', async () => {
  const { choose } = open({
    convert: async ({ file }) => {
      if (file.name === 'a.mp3') throw new NotConverted('SILENT')
      return CONVERTED
    },
    send: async () => {
      throw new ApiError({ status: 409, code: 'LIBRARY_FULL', serverMessage: 'The library is full.' })
    },
  })
  await choose('a.mp3', 'b.mp3')
  await waitFor(() =>
    expect(texts()).toEqual(['a.mp3There is nothing to hear in this file.', 'b.mp3The library is full.']),
  )
})

test('[LB42] shows how far it is, and cancels what is under way and what waits', async () => {
  const signals: AbortSignal[] = []
  const { choose, order } = open({
    convert: (_, { signal, onProgress }) => {
      signals.push(signal)
      onProgress(0.42)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  await choose('a.mp3', 'b.mp3')
  expect(await screen.findByRole('progressbar', { name: 'Converting a.mp3' })).toHaveProperty('value', 42)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel b.mp3' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel a.mp3' }))
  await waitFor(() => expect(texts()).toEqual(['a.mp3Cancelled', 'b.mp3Cancelled']))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  expect(order).toEqual([])
})

/** A conversion that ends only with its signal. */
const endless: UploadPanelProps['convert'] = (_, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('[LB960] what is under way goes on while another page is shown, and is there afterwards', async () => {
  const converted = Promise.withResolvers<typeof CONVERTED>()
  const { choose, added, panel } = open({ convert: () => converted.promise })
  await choose('a.mp3', 'b.mp3')
  cleanup()
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(true)
  converted.resolve(CONVERTED)
  await waitFor(() => expect(added).toHaveLength(2))
  expect(isAsked()).toBe(false)
  render(panel)
  expect(texts()).toEqual(['a.mp3In the library', 'b.mp3In the library'])
})

test('[LB960] it ends with the account', async () => {
  const { choose, order } = open({ convert: endless })
  await choose('a.mp3', 'b.mp3')
  expect(rows()).toHaveLength(2)
  endWrites()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull())
  expect(order).toEqual([])
})

test('[LB56] where the station converts, it is said before, while and after a file is sent as it is', async () => {
  const sent = Promise.withResolvers<void>()
  const calls: unknown[] = []
  const { choose, added } = open({
    by: 'STATION',
    convert: async ({ file, by }) => {
      calls.push(`look at ${file.name} for ${by}`)
      return { file, tags: TAGS }
    },
    send: async ({ file, by }, { onProgress }) => {
      calls.push(`send ${(file as File).name} to ${by}`)
      onProgress(1)
      await sent.promise
      return { id: 1 } as never
    },
  })
  expect(screen.getByText(/^The station converts them/)).toBeTruthy()
  await choose('a.mp3')
  await waitFor(() => expect(texts()).toEqual(['a.mp3CancelThe station is converting it']))
  sent.resolve()
  await waitFor(() => expect(texts()).toEqual(['a.mp3In the library']))
  expect(calls).toEqual(['look at a.mp3 for STATION', 'send a.mp3 to STATION'])
  expect(added).toHaveLength(1)
})

test('[LB56] where nobody converts, the page says why and takes no file', () => {
  open({ by: null })
  expect(screen.getByText(/can't convert sound files, and neither can the station/)).toBeTruthy()
  expect(screen.queryByLabelText(/Files/)).toBeNull()
})
