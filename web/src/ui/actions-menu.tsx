import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'
import { Popover } from './popover.tsx'

export type ActionsMenuProps = {
  /** `Actions for Harana Hour`. */
  label: string
  /** The width of what opens. */
  className: string
  /** Moves the button within its row. */
  buttonClassName?: string
  /** The items. An act is to close first, so that a dialog gives the focus back to the button of this menu. */
  children: (close: () => void) => ReactNode
}

/** Three dots in a row of a list, with what may be done with that row. */
export function ActionsMenu({ label, className, buttonClassName, children }: ActionsMenuProps) {
  return (
    <Popover
      className={`p-1.5 ${className}`}
      trigger={(props) => (
        <IconButton
          {...props}
          aria-haspopup="menu"
          label={label}
          tooltip={false}
          icon={<EllipsisVertical className="size-5 text-text-muted" />}
          className={buttonClassName}
        />
      )}
    >
      {(close) => <Menu label={label}>{children(close)}</Menu>}
    </Popover>
  )
}
