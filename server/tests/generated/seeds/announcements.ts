import { createECDH, randomBytes } from 'node:crypto'
import {
  archiveAnnouncement,
  createAnnouncement,
  listAnnouncements,
  pinAnnouncement,
  publishAnnouncement,
  rejectAnnouncement,
  unpinAnnouncement,
} from '@carillon/contract/announcements/endpoints'
import { type Announcement, IMAGE_UPLOAD_PATH } from '@carillon/contract/announcements/schemas'
import { listNotifications, sendTestNotification } from '@carillon/contract/notifications/endpoints'
import { toLocalDateTime } from '@carillon/contract/time'
import { IMAGES } from '../../../src/features/announcements/images/testing.ts'
import type { Seed, Seeds } from '../seed.ts'
import type { World } from '../world.ts'

const BODY = { title: 'Open day', content: 'On Saturday.' }
/** Without an image: the address of one has to be of this station. */
const words = { body: { imageUrl: null, imageAlt: null } }

type Step = typeof publishAnnouncement | typeof archiveAnnouncement | typeof pinAnnouncement

/** An announcement of the DJ that was taken through these steps. */
async function announcement(world: World, ...steps: Step[]): Promise<Announcement> {
  const as = world.person('DJ')
  const { data } = await world.station.call(createAnnouncement, { as, body: BODY })
  for (const step of steps) await world.station.call(step, { as: world.root, params: { id: data.id } })
  return data
}

const after =
  (...steps: Step[]): Seed =>
  async (world) => ({ path: { id: (await announcement(world, ...steps)).id } })

/** So that one more has room. */
async function unpinAll(world: World): Promise<void> {
  const { data } = await world.station.call(listAnnouncements, {})
  for (const { id, pinned } of data.content)
    if (pinned) await world.station.call(unpinAnnouncement, { as: world.root, params: { id } })
}

async function notification(world: World): Promise<number> {
  world.pass(61)
  const query = { message: 'Good evening' }
  await world.station.call(sendTestNotification, { as: world.root, query })
  const { data } = await world.station.call(listNotifications, { as: world.person('LISTENER') })
  return data.content[0]?.id ?? 0
}

const oneOfMine: Seed = async (world) => ({ as: 'LISTENER', path: { id: await notification(world) } })

/** Subscription as a browser would send it: a point of P-256, and a secret. */
function subscription() {
  const curve = createECDH('prime256v1')
  const p256dh = curve.generateKeys().toString('base64url')
  const endpoint = `https://push.example.com/${randomBytes(8).toString('hex')}`
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
}

const image = () => ({ as: 'DJ' as const, body: IMAGES.png })
async function uploaded(world: World): Promise<string> {
  const { token } = await world.newcomer('DJ')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const body = new Uint8Array(IMAGES.png ?? [])
  const reply = await fetch(world.station.origin + IMAGE_UPLOAD_PATH, { method: 'POST', headers, body })
  const { data } = (await reply.json()) as { data: { imageUrl: string } }
  return data.imageUrl.slice('/uploads/'.length)
}

export const announcementSeeds: Seeds = {
  'POST /api/announcements': () => ({ as: 'DJ', ...words }),
  'GET /api/announcements/{id}': after(publishAnnouncement),
  'PUT /api/announcements/{id}': async (world) => ({ ...(await after()(world)), ...words }),
  'DELETE /api/announcements/{id}': after(),
  'POST /api/announcements/{id}/publish': after(),
  'POST /api/announcements/{id}/schedule': async (world) => ({
    ...(await after()(world)),
    body: {
      scheduledFor: toLocalDateTime(new Date(world.clock.now() + 3_600_000), 'Asia/Manila'),
      expiresAt: null,
    },
  }),
  'POST /api/announcements/{id}/pin': async (world) => {
    await unpinAll(world)
    return after(publishAnnouncement)(world)
  },
  'POST /api/announcements/{id}/unpin': async (world) => {
    await unpinAll(world)
    return after(publishAnnouncement, pinAnnouncement)(world)
  },
  'POST /api/announcements/{id}/archive': after(publishAnnouncement),
  'POST /api/announcements/{id}/unarchive': after(publishAnnouncement, archiveAnnouncement),
  'POST /api/announcements/{id}/reject': after(),
  'POST /api/announcements/{id}/resubmit': async (world) => {
    const { id } = await announcement(world)
    const body = { rejectionReason: 'Too short' }
    await world.station.call(rejectAnnouncement, { as: world.root, params: { id }, body })
    return { as: 'DJ', path: { id } }
  },
  'POST /api/announcements/images': image,
  'GET /uploads/{name}': async (world) => ({ path: { name: await uploaded(world) } }),
  'PUT /api/notifications/{id}/read': oneOfMine,
  'DELETE /api/notifications/{id}': oneOfMine,
  'POST /api/notifications/test/broadcast': (world) => {
    world.pass(61)
    return { query: { message: 'Good evening' } }
  },
  'PUT /api/notifications/push': () => ({ body: subscription() }),
  'DELETE /api/notifications/push': () => ({ body: { endpoint: 'https://push.example.com/gone' } }),
}
