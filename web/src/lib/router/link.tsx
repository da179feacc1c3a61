import type { ComponentProps, MouseEvent } from 'react'
import { matchPath } from './match-path.ts'
import { useLocation, useNavigate } from './router.tsx'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }

/** A link within the app. What the browser has of its own for a press (a new tab, a download) stays the browser's. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const here = new URL(pathname + search + hash, location.origin)
    const target = new URL(to, here)
    if (event.defaultPrevented || !isPlain(event) || target.origin !== here.origin) return
    event.preventDefault()
    navigate(target.href.slice(here.origin.length), { replace: target.href === here.href, state })
  }
  return <a {...rest} href={to} onClick={follow} />
}

type NavLinkProps = Omit<LinkProps, 'className'> & { className: (isHere: boolean) => string }

/** A link that says when it leads to the page in view. */
export function NavLink({ to, className, ...rest }: NavLinkProps) {
  const isHere = matchPath(to, useLocation().pathname) !== null
  return <Link {...rest} to={to} className={className(isHere)} {...(isHere && { 'aria-current': 'page' })} />
}

function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  return (
    event.button === 0 &&
    !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
    (target === '' || target === '_self')
  )
}
