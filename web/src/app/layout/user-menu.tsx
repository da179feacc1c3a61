import type { User } from '@carillon/contract/auth/schemas'
import { Download, LogOut, Settings, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { UserAvatar } from '../../features/auth/account/user-avatar.tsx'
import { installOffer, offerInstall } from '../../lib/install.ts'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { useStore } from '../../lib/store.ts'
import { displayNameOf, roleLabel } from '../../session/display-name.ts'
import { MENU_ROW, Menu } from '../../ui/menu.tsx'
import { Popover } from '../../ui/popover.tsx'
import { PaletteSlot } from '../palette/palette-slot.tsx'
import { PATHS } from '../paths.ts'
import { LogoutDialog } from './logout-dialog.tsx'

/** The account: who one is, where to change it, the way out; and what the keys of signed-in people open. */
export function UserMenu({ user }: { user: User }) {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const name = displayNameOf(user)
  return (
    <>
      <Popover
        className="w-[calc(100vw-16px)] p-1.5 sm:w-65"
        trigger={(props) => (
          <button
            {...props}
            type="button"
            aria-haspopup="menu"
            aria-label={`Account menu for ${name}`}
            className="ml-1 grid size-11 shrink-0 place-items-center rounded-full"
          >
            <UserAvatar user={user} />
          </button>
        )}
      >
        {(close) => <AccountMenu user={user} onClose={close} onLeave={() => setLeaving(true)} />}
      </Popover>
      <LogoutDialog
        open={leaving}
        onCancel={() => setLeaving(false)}
        onConfirm={() => navigate(PATHS.logout)}
      />
      <PaletteSlot role={user.role} />
    </>
  )
}

type AccountMenuProps = { user: User; onClose(): void; onLeave(): void }

function AccountMenu({ user, onClose, onLeave }: AccountMenuProps) {
  const name = displayNameOf(user)
  return (
    <>
      <Identity user={user} name={name} />
      <Menu label={`Account menu for ${name}`}>
        <Row
          to={PATHS.profile}
          icon={<UserRound />}
          label="Profile"
          note="Manage your account"
          onChoose={onClose}
        />
        <Row
          to={PATHS.settings}
          icon={<Settings />}
          label="Settings"
          note="Preferences & privacy"
          onChoose={onClose}
        />
        <InstallRow onChoose={onClose} />
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`${MENU_ROW} mt-1.5 text-danger`}
          onClick={() => {
            onClose()
            onLeave()
          }}
        >
          <LogOut aria-hidden="true" className="size-5" />
          Logout
        </button>
      </Menu>
    </>
  )
}

function Identity({ user, name }: { user: User; name: string }) {
  return (
    <div className="mb-1.5 flex items-center gap-3 border-b border-border px-3 pt-2 pb-3">
      <UserAvatar user={user} className="size-10 text-sm" />
      <div className="min-w-0 text-sm">
        <p className="truncate font-semibold" title={name}>
          {name}
        </p>
        <p className="truncate text-text-muted" title={user.email}>
          {user.email}
        </p>
        <p className="text-xs font-semibold text-accent-ink">{roleLabel(user.role)}</p>
      </div>
    </div>
  )
}

type RowProps = { to: string; icon: ReactNode; label: string; note: string; onChoose(): void }

function Row({ to, icon, label, note, onChoose }: RowProps) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} onClick={onChoose} className={MENU_ROW}>
      <span aria-hidden="true" className="text-text-muted [&_svg]:size-5">
        {icon}
      </span>
      <span className="grid">
        <span className="font-medium">{label}</span>
        <span className="text-xs text-text-muted">{note}</span>
      </span>
    </Link>
  )
}

/** Below 400 px, and where the browser offers it. */
function InstallRow({ onChoose }: { onChoose(): void }) {
  if (useStore(installOffer) === null) return null
  const install = () => {
    onChoose()
    void offerInstall()
  }
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={install} className={`${MENU_ROW} xs:hidden`}>
      <Download aria-hidden="true" className="size-5 text-text-muted" />
      Install app
    </button>
  )
}
