/** Name of a show's recording, on the disk and in addresses: `12.ogg`. */
export const FILE_NAME = /^[1-9]\d{0,9}\.ogg$/

/** Name of a part that the mount of a show wrote: `12.ogg`, and after each restart `12-2.ogg`, `12-3.ogg` and so on. */
const PART_NAME = /^([1-9]\d{0,9})(?:-([1-9]\d{0,3}))?\.ogg$/
const OWNER_NAME = /^([1-9]\d{0,9})(?:-[1-9]\d{0,3}|\.\d+)?\.(?:ogg|map)$/
const LARGEST_ID = 2_147_483_647

/** The show whose recording has this name; null where none can. */
export function readFileName(name: string): number | null {
  const id = FILE_NAME.test(name) ? Number.parseInt(name, 10) : null
  return id !== null && id <= LARGEST_ID ? id : null
}

/** The show that a part belongs to and its place among the others, from 1 on; null where the name is of no part. */
export function readPartName(name: string): { id: number; number: number } | null {
  const [, digits, number = '1'] = PART_NAME.exec(name) ?? []
  const id = readFileName(`${digits}.ogg`)
  return id === null ? null : { id, number: Number(number) }
}

/** The show that a file is of, by its name: a part, what can be heard, or the map of one; null for any other file. */
export function readOwnerName(name: string): number | null {
  const [, digits] = OWNER_NAME.exec(name) ?? []
  return readFileName(`${digits}.ogg`)
}

/** Path of the map beside a part: `12-2.map`. */
export function mapNameOf(part: string): string {
  return part.replace(/ogg$/, 'map')
}

/** Name of the map of a show's recording; it is of the stream with this serial number alone. */
export function wholeMapName(broadcastId: number, serialNumber: number): string {
  return `${broadcastId}.${serialNumber}.map`
}
