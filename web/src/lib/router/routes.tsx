import { Children, createContext, isValidElement, type ReactElement, type ReactNode, use } from 'react'
import { matchPath, type Params } from './match-path.ts'
import { useLocation } from './router.tsx'

type RouteProps = {
  /** Without one it is a frame around the routes in it, which stand where it has its `InnerRoute`. */
  path?: string
  element: ReactNode
  children?: ReactNode
}
/** A path with its page, behind the frames around it. */
type Branch = { path: string; elements: readonly ReactNode[] }

const InnerContext = createContext<ReactNode>(null)
const ParamsContext = createContext<Params>({})

/** Only `Routes` reads it. */
export function Route(_: RouteProps): ReactNode {
  return null
}

/** Shows the first route that matches the address, in its frames; a frame that the next address has too stays. */
export function Routes({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  for (const { path, elements } of branchesOf(children)) {
    const params = matchPath(path, pathname)
    if (params) return <ParamsContext value={params}>{elements.reduceRight(framed, null)}</ParamsContext>
  }
  return null
}

/** The place of the inner route in a frame. */
export function InnerRoute() {
  return use(InnerContext)
}

/** Values that the address has in the place of each `:name`. */
export function useParams(): Params {
  return use(ParamsContext)
}

function framed(inner: ReactNode, element: ReactNode): ReactNode {
  return <InnerContext value={inner}>{element}</InnerContext>
}

function branchesOf(children: ReactNode): Branch[] {
  return Children.toArray(children)
    .filter((child): child is ReactElement<RouteProps> => isValidElement(child))
    .flatMap(({ props }) => [
      ...(props.path === undefined ? [] : [{ path: props.path, elements: [props.element] }]),
      ...branchesOf(props.children).map((inner) => ({
        path: inner.path,
        elements: [props.element, ...inner.elements],
      })),
    ])
}
