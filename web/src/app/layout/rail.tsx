import { Info, Pin, PinOff } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Brand } from './brand.tsx'
import { MenuFooter } from './menu-footer.tsx'
import { MenuList } from './menu-list.tsx'
import { useRail } from './use-rail.ts'

/** The side menu from 768 px: 44 px of icons that open to 240 px over the page. Pinned, the page makes room for it. */
export function Rail() {
  const { ref, expanded, pinned, togglePin, open } = useRail()
  return (
    <div className={classNames('no-print hidden shrink-0 md:block', pinned ? 'w-60' : 'w-11')}>
      <nav
        ref={ref}
        aria-label="Main"
        className={classNames(
          'rail on-maroon fixed inset-y-0 left-0 z-40 overflow-hidden bg-nav text-nav-text',
          expanded && 'rail-open',
          pinned && 'shadow-none!',
        )}
      >
        {/* Always as wide as open: opening uncovers it, and nothing in it moves. */}
        <div className="flex h-full w-60 flex-col">
          <div className="flex h-14 shrink-0 items-center">
            <Brand showName={expanded} className="h-14 min-w-0 flex-1" />
            {expanded && <PinButton pinned={pinned} onToggle={togglePin} />}
          </div>
          <div className="scroll-area min-h-0 flex-1 overflow-x-hidden">
            <MenuList open={expanded} rowClassName="h-11" />
          </div>
          {expanded ? <MenuFooter /> : <AboutButton onOpen={open} />}
        </div>
      </nav>
    </div>
  )
}

function PinButton({ pinned, onToggle }: { pinned: boolean; onToggle(): void }) {
  const Icon = pinned ? PinOff : Pin
  return (
    <button
      type="button"
      aria-label="Pin menu"
      aria-pressed={pinned}
      onClick={onToggle}
      className="mr-1.5 grid size-9 shrink-0 place-items-center rounded-input text-nav-muted hover:bg-nav-hover hover:text-nav-text coarse:size-11"
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </button>
  )
}

/** All that remains of the footer while the rail is narrow. */
function AboutButton({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      aria-label="About this station"
      onClick={onOpen}
      className="mb-2 grid size-11 shrink-0 place-items-center text-nav-muted -outline-offset-4 hover:text-nav-text"
    >
      <Info aria-hidden="true" className="size-5" />
    </button>
  )
}
