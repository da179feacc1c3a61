import { ClipboardCopy, DoorOpen, Mail, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { STATION_EMAIL, STATION_HOURS, STATION_STUDIO } from '../../../lib/station-contact.ts'
import { STATION_NAME } from '../../../lib/station-name.ts'
import { formatClock } from '../../../lib/station-time.ts'
import { STATION_PLACE, ZONE_NOTE } from '../../../lib/station-zone.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { PageFrame } from '../../layout/page-frame.tsx'
import { APP_VERSION } from '../../station.ts'

/** `/contact`: no form, because nothing behind it would answer. */
export function ContactPage() {
  return (
    <PageFrame title="Contact" width="reading">
      <p className="text-lg text-text-muted">
        The people behind {STATION_NAME} are students, who answer between classes.
      </p>
      <Block icon={<MessageCircle />} title="Talk to the studio">
        <p>
          The quickest way is during a show: the DJ and the moderators can help, or know who can. Times on
          this station are {STATION_PLACE} time{ZONE_NOTE}.
        </p>
      </Block>
      {STATION_EMAIL ? <EmailLink email={STATION_EMAIL} /> : <NoEmail />}
      {(STATION_STUDIO || STATION_HOURS) && <Studio />}
      <Block icon={<ClipboardCopy />} title="Report a problem">
        <p>
          Copy the details below and send them along with a sentence about what you saw. They include your
          browser and the time, nothing about you.
        </p>
        <pre className="scroll-area rounded-input bg-surface-2 p-3 text-xs whitespace-pre-wrap">
          {diagnostics()}
        </pre>
        <Button
          variant="outline"
          className="w-fit"
          icon={<ClipboardCopy className="size-5" />}
          onClick={() => void copy()}
        >
          Copy details
        </Button>
      </Block>
    </PageFrame>
  )
}

function EmailLink({ email }: { email: string }) {
  const subject = encodeURIComponent(`${STATION_NAME}: a question`)
  return (
    <Block icon={<Mail />} title="Write to us">
      <p>For your account, your data, a show you want to make, or a complaint.</p>
      <a href={`mailto:${email}?subject=${subject}`} className={`${buttonClasses()} w-fit`}>
        {email}
      </a>
    </Block>
  )
}

function NoEmail() {
  return (
    <Block icon={<Mail />} title="Write to us">
      <p>
        {STATION_NAME} hasn’t published an email address. For your account or your data, ask a moderator
        during a show{STATION_STUDIO ? ', or come to the studio' : ''}.
      </p>
    </Block>
  )
}

function Studio() {
  return (
    <Block icon={<DoorOpen />} title="Come by the studio">
      {STATION_STUDIO && <p>{STATION_STUDIO}</p>}
      {STATION_HOURS && <p className="text-text-muted">{STATION_HOURS}</p>}
    </Block>
  )
}

function Block({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 rounded-card border border-border bg-surface p-4 lg:p-6">
      <h2 className="flex items-center gap-2.5">
        <span aria-hidden="true" className="text-primary [&_svg]:size-5">
          {icon}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}

async function copy(): Promise<void> {
  try {
    await navigator.clipboard.writeText(diagnostics())
    toast('Details copied', { tone: 'success' })
  } catch {
    // No permission, or no secure page: the text is on the screen to be marked by hand.
    toast('Your browser blocked copying. Select the text and copy it yourself.', { tone: 'danger' })
  }
}

function diagnostics(): string {
  return [
    `${STATION_NAME} ${APP_VERSION}`,
    `${formatClock(new Date())} (${STATION_PLACE})`,
    `${location.host}, window ${innerWidth} x ${innerHeight}, ${navigator.onLine ? 'online' : 'offline'}`,
    navigator.userAgent,
  ].join('\n')
}
