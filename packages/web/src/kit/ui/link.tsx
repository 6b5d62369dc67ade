import type { AnchorHTMLAttributes, MouseEvent } from 'react'

import { useNavigator } from '../context/portal-context.tsx'

type Properties = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & { readonly to: string }

/** A link to a screen of the portal; clicks with a modifier key or another button are left to the browser. */
export function Link({ to, children, ...rest }: Properties) {
  const navigator = useNavigator()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigator.go(to)
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}
