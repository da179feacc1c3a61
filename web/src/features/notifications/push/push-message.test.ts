import { describe, expect, test } from 'vitest'
import { addressOf, shownPush } from './push-message.ts'

const NOTIFICATION = { id: 7, type: 'BROADCAST_STARTED', message: 'Jazz is on air', link: '/broadcast/12' }
const push = (change: object) => ({ type: 'NOTIFICATION', notification: { ...NOTIFICATION, ...change } })

describe('a push', () => {
  test('[NV23] says the type and the words, and is shown once', () => {
    const { title, options } = shownPush(push({}))
    expect([title, options.body, options.tag]).toEqual(['On air', 'Jazz is on air', 'notification-7'])
    expect(options.data).toEqual({ id: 7, link: '/broadcast/12' })
  })

  test.each([
    undefined,
    null,
    'text',
    7,
    {},
    { notification: null },
    push({ id: '7', message: 1, type: 'X' }),
  ])('[NV23] that is not understood (%j) is shown all the same', (payload) => {
    const { title, options } = shownPush(payload)
    expect([title, options.body, options.tag, options.data.id]).toEqual([
      'From the station',
      'You have a new notification.',
      undefined,
      null,
    ])
  })

  test.each([
    null,
    '//elsewhere.example',
    'https://elsewhere.example',
    'javascript:alert(1)',
    '/\\elsewhere',
  ])('[NV24] with the link %j leads to the inbox', (link) =>
    expect(shownPush(push({ link })).options.data.link).toBe('/notifications'),
  )

  test.each([
    [{ id: 7, link: '/schedule' }, '/schedule?notification=7'],
    [{ id: 7, link: '/schedule?week=2#now' }, '/schedule?week=2&notification=7#now'],
    [{ id: null, link: '/notifications' }, '/notifications'],
  ])('[NV24] %j opens %s where no page is open', (target, address) => expect(addressOf(target)).toBe(address))
})
