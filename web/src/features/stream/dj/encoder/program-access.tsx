import { Copy } from 'lucide-react'
import { messageOf } from '../../../../api/api-error.ts'
import { announce } from '../../../../lib/announce.ts'
import { formatTime } from '../../../../lib/station-time.ts'
import { useStore } from '../../../../lib/store.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { ffmpegLine, noteOf } from './encoder-words.ts'
import { madePassword } from './made-password.ts'
import { useEncoder, useEncoderPassword } from './use-encoder.ts'

export type ProgramAccessProps = {
  /** Null while the show is not in the schedule yet. */
  broadcastId: number | null
  /** Puts the show into the schedule; rejects when that cannot be, null when something is missing. */
  onPrepare?: (() => Promise<number | null>) | undefined
}

/** The address for a program, and its password. */
export function ProgramAccess({ broadcastId, onPrepare }: ProgramAccessProps) {
  if (broadcastId === null) return <MakePassword label="Create a password" onPrepare={onPrepare} />
  return <Address broadcastId={broadcastId} />
}

type MakePasswordProps = {
  label: string
  onPrepare: ProgramAccessProps['onPrepare']
  /** Only where there is a password. */
  onWithdraw?: (() => Promise<void>) | undefined
}

function MakePassword({ label, onPrepare, onWithdraw }: MakePasswordProps) {
  const { make } = useEncoderPassword()
  const command = useCommand((error) => messageOf(error, 'That didn’t work. Please try again.'))
  const press = async () => {
    const id = await onPrepare?.()
    if (id) await make(id)
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" busy={command.busy} onClick={() => void command.run(press)}>
          {label}
        </Button>
        {onWithdraw && (
          <Button variant="ghost" busy={command.busy} onClick={() => void command.run(onWithdraw)}>
            Withdraw
          </Button>
        )}
      </div>
      {command.problem && (
        <p role="alert" className="font-medium text-live-ink">
          {command.problem}
        </p>
      )}
    </div>
  )
}

function Address({ broadcastId }: { broadcastId: number }) {
  const encoder = useEncoder(broadcastId)
  const made = useStore(madePassword)
  const { withdraw } = useEncoderPassword()
  if (!encoder) return null
  const { host, port, mount, user, passwordSince } = encoder
  const isValid = passwordSince !== null && made?.since === passwordSince
  const password = made?.broadcastId === broadcastId && isValid ? made.password : null
  const note = noteOf(encoder)
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 rounded-card bg-surface-2 p-4 text-sm">
        <Row name="Server" value={host} />
        <Row name="Port" value={String(port)} />
        <Row name="Mount" value={mount} />
        <Row name="User" value={user} />
        {password && <Row name="Password" value={password} isCopied />}
      </dl>
      {password && <FfmpegLine line={ffmpegLine(encoder, password)} />}
      <p className="text-sm text-text-muted">{passwordWords(password, passwordSince)}</p>
      {note && (
        <p role="status" className="text-sm">
          <b>{formatTime(new Date(note.at))}</b> {note.message}
        </p>
      )}
      <MakePassword
        label={passwordSince ? 'New password' : 'Create a password'}
        onPrepare={async () => broadcastId}
        onWithdraw={passwordSince === null ? undefined : () => withdraw(broadcastId)}
      />
    </>
  )
}

function passwordWords(password: string | null, since: string | null): string {
  if (password)
    return 'This password works only for this show. It is shown until you leave or reload this page.'
  if (since)
    return `A password was created at ${formatTime(new Date(since))}. It cannot be shown again; a new one replaces it.`
  return 'This show has no password yet.'
}

function FfmpegLine({ line }: { line: string }) {
  return (
    <div className="flex items-center justify-between gap-2 rounded-card bg-surface-2 p-4">
      <code className="font-mono text-sm break-all">{line}</code>
      <CopyButton label="Copy the line for ffmpeg" text={line} />
    </div>
  )
}

function Row({ name, value, isCopied = false }: { name: string; value: string; isCopied?: boolean }) {
  return (
    <>
      <dt className="text-text-muted">{name}</dt>
      <dd className="flex items-center justify-between gap-2">
        <span className="font-mono font-semibold break-all">{value}</span>
        {isCopied && <CopyButton label="Copy the password" text={value} />}
      </dd>
    </>
  )
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => announce('Copied'),
      // No clipboard here: the words stand there to be read and marked.
      () => announce('Copying is not allowed here'),
    )
  return <IconButton label={label} icon={<Copy className="size-4.5" />} onClick={() => void copy()} />
}
