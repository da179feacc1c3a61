import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../src')

/** Ways to open a connection, run a program or ask for an address. */
const WAYS_OUT =
  /\bfetch\(|from '(?:node:)?(?:net|tls|http|https|http2|dgram|dns(?:\/promises)?|child_process)'|from '(?:undici|ws|pg|@redis\/client|nodemailer|web-push)'/

/** Every file that could reach out, and where to. An address of somebody's input is in push alone. */
const TABLE: Record<string, string> = {
  'backup/postgres-tools.ts': 'nowhere itself: tools of PostgreSQL, which reach DATABASE_URL',
  'config.ts': 'nowhere: tells what is an IP address',
  'db/claim.ts': 'DATABASE_URL',
  'db/connect.ts': 'DATABASE_URL, or the embedded database',
  'db/embedded-socket.ts': 'nowhere: listens on this machine',
  'db/gathering-socket.ts': 'where db/connect.ts connects it to',
  'doctor/checks/icecast.ts': 'ICECAST_URL and ICECAST_ADMIN_URL, when the doctor is asked',
  'doctor/checks/mail.ts': 'SMTP_URL, when the doctor is asked',
  'doctor/checks/media.ts': 'nowhere: ffmpeg, asked for what it can',
  'doctor/checks/object-store.ts': 'HLS_PUBLIC_URL, when the doctor is asked',
  'doctor/checks/port.ts': 'the port of this machine, when the doctor is asked',
  'doctor/checks/redis.ts': 'REDIS_URL, when the doctor is asked',
  'features/notifications/push/push-keys.ts': 'nowhere: makes keys',
  'features/library/convert/run-ffmpeg.ts': 'nowhere: ffmpeg, on one file, as a format that names no other',
  'features/library/verify/start-verify.ts': 'nowhere: a process of our own',
  'features/notifications/push/push-address.ts': 'nowhere: tells what is a public address',
  'features/notifications/push/push-resolver.ts': 'the DNS servers of the system, for push services',
  'features/notifications/push/send-push.ts':
    'push services: public addresses alone, by https, without redirects',
  'features/recordings/join/start-join.ts': 'nowhere: a process of our own',
  'features/stream/outputs/icecast/admin.ts': 'ICECAST_ADMIN_URL',
  'features/stream/outputs/icecast/handshake.ts': 'ICECAST_URL',
  'features/stream/cluster/relay.ts': 'other instances, where Redis says they are',
  'features/stream/outputs/hls/push/bucket.ts': 'HLS_S3_URL',
  'features/stream/outputs/hls/mp3-encoding.ts': 'nowhere: ffmpeg, between two pipes',
  'features/stream/outputs/mp3/encoder-process.ts': 'nowhere: ffmpeg, between two pipes',
  'http/upgrade.ts': 'nowhere: accepts',
  'kernel/side-process.ts': 'nowhere: a process of our own',
  'kernel/ip-network.ts': 'nowhere: tells what is an IP address',
  'mail/outbox.ts': 'nowhere: composes',
  'mail/smtp.ts': 'SMTP_URL',
  'operations/guard.ts': 'nowhere: tells what is this machine',
  'cluster/peer-fetch.ts': 'other instances, where the database says they are, without redirects',
  'cluster/redis-bus.ts': 'REDIS_URL',
}

it('[SE7] every file that could open a connection is known, with where to: settings, and push services', () => {
  const files = globSync('**/*.ts', {
    cwd: SOURCES,
    exclude: (path) => /\.test\.ts$|testing\.ts$|fixtures/.test(String(path)),
  })
  const found = files.filter((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8')
    // Types reach nowhere, and what is imported to serve with serves.
    const imports = text
      .replaceAll(/^import type .*$/gm, '')
      .replaceAll(/^import \{[^}]*\} from 'node:http'$/gm, (line) =>
        /\b(request|get)\b/.test(line) ? line : '',
      )
    return WAYS_OUT.test(imports)
  })
  expect(found.sort()).toEqual(Object.keys(TABLE).sort())
})
