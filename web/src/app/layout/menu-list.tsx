import { classNames } from '../../lib/class-names.ts'
import { NavLink } from '../../lib/router/link.tsx'
import { useSession } from '../../session/session.ts'
import { menuFor } from '../menu.ts'
import { MenuGlyph } from './menu-icon.tsx'

export type MenuListProps = {
  /** Narrow: icons only, the words are for assistive tech and for when it opens. */
  open: boolean
  /** 44 px rows in the rail, 48 px in the drawer. */
  rowClassName: string
}

/** The items of the signed-in role, or of a visitor. */
export function MenuList({ open, rowClassName }: MenuListProps) {
  const session = useSession()
  const owner =
    session.state === 'signed-in'
      ? { signedIn: true as const, role: session.user.role }
      : { signedIn: false as const }
  return (
    <div className="grid content-start">
      {menuFor(owner).map((group) => (
        <section key={group.title} aria-label={group.title} className="grid">
          <GroupTitle title={group.title} open={open} />
          <ul>
            {group.items.map((item) => (
              <li key={item.to}>
                <NavLink to={item.to} className={(isHere) => rowClasses(isHere, rowClassName)}>
                  <span className="grid w-11 shrink-0 place-items-center">
                    <MenuGlyph icon={item.icon} />
                  </span>
                  <span className={classNames('menu-words pr-4', !open && 'opacity-0')}>{item.label}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function rowClasses(active: boolean, rowClassName: string): string {
  return classNames(
    'relative flex items-center gap-1 overflow-hidden font-medium whitespace-nowrap transition-colors duration-120 -outline-offset-4',
    active
      ? 'text-nav-active before:absolute before:inset-y-2.5 before:left-0 before:w-0.75 before:rounded-r-sm before:bg-nav-active'
      : 'text-nav-muted hover:bg-nav-hover hover:text-nav-text',
    rowClassName,
  )
}

/** Words when open, a line when narrow; the first group needs no line. */
function GroupTitle({ title, open }: { title: string; open: boolean }) {
  return (
    <div aria-hidden="true" className="relative h-8">
      <span
        className={classNames(
          'menu-words absolute bottom-1.5 left-4 text-xs font-semibold tracking-[0.08em] text-nav-muted',
          !open && 'opacity-0',
        )}
      >
        {title}
      </span>
      {title !== 'MAIN' && (
        <span
          className={classNames(
            'menu-words absolute bottom-4 left-3 h-px w-5 bg-nav-muted/40',
            open && 'opacity-0',
          )}
        />
      )}
    </div>
  )
}
