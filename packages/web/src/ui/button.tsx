import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'

import { Link } from '../navigation/link.tsx'
import styles from './button.module.css'
import { classes } from './classes.ts'

type Look = 'primary' | 'outline' | 'quiet' | 'danger'
type Properties = ButtonHTMLAttributes<HTMLButtonElement> & { readonly look?: Look; readonly busy?: boolean }

/** A busy button keeps its place and focus, shows that it works, and does nothing when pressed again. */
export function Button({ look = 'outline', busy = false, className, children, onClick, ...rest }: Properties) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles['root'], styles[look], className)}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className={styles['spinner']} />}
      {children}
    </button>
  )
}

type LinkProperties = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly look?: Look; readonly to?: string }

/** A link that looks like a button: `to` is a screen of the portal, `href` any other page. */
export function ButtonLink({ look = 'outline', className, to, children, ...rest }: LinkProperties) {
  const name = classes(styles['root'], styles[look], className)
  if (to !== undefined) {
    return (
      <Link to={to} className={name}>
        {children}
      </Link>
    )
  }
  return (
    <a {...rest} className={name}>
      {children}
    </a>
  )
}

type IconButtonProperties = ButtonHTMLAttributes<HTMLButtonElement> & { readonly label: string }

export function IconButton({ label, className, children, ...rest }: IconButtonProperties) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles['root'], styles['quiet'], styles['icon'], className)}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  )
}
