import { expect, it } from 'vitest'
import { SharedImages } from './shared-images.ts'

/** Room for 100 bytes; counts what is read, by name. */
function imagesOf() {
  const images = new SharedImages(100)
  const reads: string[] = []
  const borrow = (name: string, size: number) =>
    images.borrow(name, size, async () => {
      reads.push(name)
      return Buffer.alloc(size)
    })
  return { images, reads, borrow }
}

it('[AM17] all who are sent an image at the same time are sent one buffer, read once', async () => {
  const { borrow, reads } = imagesOf()
  const borrowed = await Promise.all([1, 2, 3].map(() => borrow('a', 60)))
  expect(new Set(borrowed.map((each) => each?.bytes)).size).toBe(1)
  expect(reads).toEqual(['a'])
})

it('[AM17] what somebody still reads keeps its place, and there is none for more', async () => {
  const { borrow } = imagesOf()
  const first = await borrow('a', 60)
  expect(await borrow('b', 60)).toBeNull()
  first?.release()
  first?.release()
  expect((await borrow('b', 60))?.bytes.length).toBe(60)
})

it('[AM17] the longest unused makes room first', async () => {
  const { borrow, reads } = imagesOf()
  for (const name of ['a', 'b', 'a', 'c']) (await borrow(name, 50))?.release()
  ;(await borrow('a', 50))?.release()
  ;(await borrow('b', 50))?.release()
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
})

it('[AM17] one that could not be read takes no room, and is tried again', async () => {
  const { images, borrow } = imagesOf()
  const failing = images.borrow('a', 80, async () => {
    throw new Error('EMFILE')
  })
  await expect(failing).rejects.toThrow('EMFILE')
  expect((await borrow('a', 80))?.bytes.length).toBe(80)
})
