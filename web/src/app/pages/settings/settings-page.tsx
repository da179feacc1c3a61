import type { User } from '@carillon/contract/auth/schemas'
import { TOTP_ROLES } from '@carillon/contract/auth/two-step'
import { Suspense } from 'react'
import { PreferenceSwitches } from '../../../features/auth/account/preference-switches.tsx'
import { PushSwitch } from '../../../features/notifications/push/push-switch.tsx'
import { lazyPart } from '../../../lib/load-part.ts'
import { useSession } from '../../../session/session.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PageFrame } from '../../layout/page-frame.tsx'
import { AppSettings } from './settings-app.tsx'
import { AppearanceSettings } from './settings-appearance.tsx'
import { DeviceSettings } from './settings-device.tsx'
import { PlaybackSettings } from './settings-playback.tsx'
import { SettingsNav, SettingsSection } from './settings-section.tsx'
import { SessionSettings } from './settings-session.tsx'
import { ShortcutSettings } from './settings-shortcuts.tsx'

/** Listeners have none: only who may have it loads it. */
const TwoStep = lazyPart(async () => (await import('../../../features/auth/two-step/two-step.tsx')).TwoStep)

const SECTIONS = [
  { id: 'notifications', title: 'Notifications' },
  { id: 'app', title: 'Install the app' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'playback', title: 'Playback' },
  { id: 'shortcuts', title: 'Keyboard shortcuts' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'two-step', title: 'Two-step sign-in' },
  { id: 'session', title: 'Session' },
] as const

/** Staff may have a second step; who had one and became a listener may turn it off. */
function hasTwoStep({ role, totp }: User): boolean {
  return totp || TOTP_ROLES.some((one) => one === role)
}

function sectionsOf(user: User) {
  return SECTIONS.filter(({ id }) => id !== 'two-step' || hasTwoStep(user))
}

/** `/settings`: preferences and privacy. Everything here takes effect immediately. */
export function SettingsPage() {
  const session = useSession()
  return (
    <PageFrame title="Settings" lead="Preferences & privacy">
      {session.state === 'signed-in' && (
        <div className="grid items-start gap-6 lg:grid-cols-[12rem_minmax(0,46rem)] lg:gap-10">
          <SettingsNav sections={sectionsOf(session.user)} />
          <div className="grid gap-4 lg:gap-6">
            <SettingsSection
              {...SECTIONS[0]}
              lead="What shows up in your bell and inbox. Announcements and the end of a broadcast always do."
            >
              <PreferenceSwitches />
              <div className="mt-4 border-t border-border pt-2">
                <PushSwitch />
              </div>
            </SettingsSection>
            <SettingsSection {...SECTIONS[1]} lead="Opens in its own window, with its own icon.">
              <AppSettings />
            </SettingsSection>
            <SettingsSection {...SECTIONS[2]} lead="On this device.">
              <AppearanceSettings />
            </SettingsSection>
            <SettingsSection {...SECTIONS[3]} lead="How loud the stream plays on this device.">
              <PlaybackSettings />
            </SettingsSection>
            <SettingsSection {...SECTIONS[4]}>
              <ShortcutSettings role={session.user.role} />
            </SettingsSection>
            <SettingsSection
              {...SECTIONS[5]}
              lead="What this browser stores so that the station remembers you here."
            >
              <DeviceSettings />
            </SettingsSection>
            {hasTwoStep(session.user) && (
              <SettingsSection {...SECTIONS[6]} lead="A code after your password, when you sign in.">
                <Suspense fallback={<Skeleton className="h-24 w-full" />}>
                  <TwoStep user={session.user} />
                </Suspense>
              </SettingsSection>
            )}
            <SettingsSection {...SECTIONS[7]}>
              <SessionSettings email={session.user.email} />
            </SettingsSection>
          </div>
        </div>
      )}
    </PageFrame>
  )
}
