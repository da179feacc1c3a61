import type { Announcement } from '@carillon/contract/announcements/schemas'
import { Link } from '../../../lib/router/link.tsx'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { MENU_ROW } from '../../../ui/menu.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { lookOf } from './action-styles.ts'
import type { Act } from './actions.ts'
import type { DashboardProblem } from './use-dashboard.ts'

export type CardActsProps = {
  announcement: Announcement
  acts: readonly Act[]
  editPath: string
  onAct(act: Act): void
}

/** `Actions for Open house`: what may be done beside the first answers. */
export function CardMenu({ announcement, acts, editPath, onAct }: CardActsProps) {
  return (
    <ActionsMenu label={`Actions for ${announcement.title}`} className="w-60" buttonClassName="-mt-1.5 -mr-2">
      {(close) =>
        acts.map((act) => (
          <MenuAct
            key={act}
            act={act}
            announcement={announcement}
            editPath={editPath}
            onChoose={() => {
              // Closed first, so that a dialog gives the focus back to the button of this menu.
              close()
              onAct(act)
            }}
          />
        ))
      }
    </ActionsMenu>
  )
}

type MenuActProps = { act: Act; announcement: Announcement; editPath: string; onChoose(): void }

function MenuAct({ act, announcement, editPath, onChoose }: MenuActProps) {
  const { label, Icon, isGrave } = lookOf(act, announcement)
  const inner = (
    <>
      <Icon aria-hidden="true" className="size-4.5 shrink-0 opacity-80" />
      <span className="font-medium">{label}</span>
    </>
  )
  if (act === 'edit')
    return (
      <Link to={editPath} role="menuitem" tabIndex={-1} className={MENU_ROW}>
        {inner}
      </Link>
    )
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onChoose}
      className={`${MENU_ROW} ${isGrave ? 'text-danger' : ''}`}
    >
      {inner}
    </button>
  )
}

/** The first answers below the text, and what the station had against the last act. */
export function CardFoot(props: CardActsProps & { isBusy: boolean; problem: DashboardProblem | undefined }) {
  const { acts, problem } = props
  if (acts.length === 0 && !problem) return null
  return (
    <div className="mt-5 grid gap-3">
      {problem && (
        <RetryBanner tone="danger" role="alert" onRetry={problem.retry}>
          {problem.words}
        </RetryBanner>
      )}
      {acts.length > 0 && (
        <div className="flex flex-wrap gap-2 border-t border-border pt-4">
          {acts.map((act, index) => (
            <FirstAct key={act} {...props} act={act} isFirst={index === 0} />
          ))}
        </div>
      )}
    </div>
  )
}

type FirstActProps = CardActsProps & { act: Act; isFirst: boolean; isBusy: boolean }

function FirstAct({ act, announcement, editPath, isFirst, isBusy, onAct }: FirstActProps) {
  const { label, Icon, isGrave } = lookOf(act, announcement)
  const icon = <Icon aria-hidden="true" className="size-4" />
  const variant = isGrave ? 'ghost' : isFirst ? 'primary' : 'outline'
  if (act === 'edit')
    return (
      <Link to={editPath} className={buttonClasses(variant, 'sm')}>
        {icon}
        {announcement.status === 'REJECTED' ? 'Fix and resubmit' : label}
      </Link>
    )
  return (
    <Button
      size="sm"
      variant={variant}
      icon={icon}
      busy={isBusy}
      className={isGrave ? 'text-danger!' : ''}
      onClick={() => onAct(act)}
    >
      {label}
    </Button>
  )
}
