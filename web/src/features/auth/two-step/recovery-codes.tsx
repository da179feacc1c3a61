import { Download, Printer } from 'lucide-react'
import { downloadText } from '../../../lib/download.ts'
import { STATION_NAME } from '../../../lib/station-name.ts'
import { BreakableEmails } from '../../../ui/breakable-emails.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { StepFrame } from './step-frame.tsx'

export type RecoveryCodesProps = { codes: readonly string[]; email: string; onDone(): void }

/** The recovery codes, shown here and never again. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  return (
    <StepFrame title="Keep your recovery codes">
      <p className="max-w-[60ch]">
        Without your phone, each of these codes signs you in once. They are not shown again: keep them with
        your passwords, or on paper.
      </p>
      <p className="text-sm text-text-muted">
        Recovery codes of{' '}
        <span className="wrap-anywhere">
          <BreakableEmails text={email} />
        </span>
        , {STATION_NAME}
      </p>
      <ul
        aria-label="Recovery codes"
        className="print-alone grid gap-x-8 gap-y-1.5 rounded-card bg-surface-2 p-4 font-mono font-semibold tabular-nums sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <Button
          variant="outline"
          icon={<Download aria-hidden="true" className="size-4.5" />}
          onClick={() => downloadText('recovery-codes.txt', fileOf(codes, email), 'text/plain')}
        >
          Download
        </Button>
        <Button
          variant="outline"
          icon={<Printer aria-hidden="true" className="size-4.5" />}
          onClick={() => print()}
        >
          Print
        </Button>
      </div>
      <Button className="no-print w-fit" onClick={onDone}>
        I have kept them
      </Button>
    </StepFrame>
  )
}

function fileOf(codes: readonly string[], email: string): string {
  return [`Recovery codes of ${email}, ${STATION_NAME}`, 'Each works once.', '', ...codes, ''].join('\n')
}
