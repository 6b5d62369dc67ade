import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'

import { Link } from './link.tsx'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { usePending } from './pending.ts'

type Look = 'primary' | 'outline' | 'quiet' | 'danger'
type Properties = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: Look
  readonly busy?: boolean
  /** As wide as the form, for the one action of a page. */
  readonly wide?: boolean
}

/**
 * A busy button shows a spinner, and the page says so. Busy or disabled, it keeps the focus and ignores presses: the `disabled`
 * attribute of HTML would move the focus to the page's body after every save.
 */
export function Button({ look = 'outline', busy = false, disabled = false, wide, ...properties }: Properties) {
  const { className, children, onClick, ...rest } = properties
  usePending(busy)
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles['root'], styles[look], wide && styles['wide'], disabled && styles['off'], className)}
      aria-busy={busy || undefined}
      {...pressable(disabled || busy, onClick)}
    >
      {busy && <span className={styles['spinner']} />}
      {children}
    </button>
  )
}

/** Enter in a field clicks the form's submit button too, so this also blocks submitting the form. */
function pressable(isOff: boolean, onClick: Properties['onClick']): Pick<Properties, 'aria-disabled' | 'onClick'> {
  return isOff ? { 'aria-disabled': true, onClick: (event) => event.preventDefault() } : { onClick }
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

export function IconButton({ label, className, children, disabled = false, onClick, ...rest }: IconButtonProperties) {
  return (
    <button
      type="button"
      {...rest}
      {...pressable(disabled, onClick)}
      className={classes(styles['root'], styles['quiet'], styles['icon'], disabled && styles['off'], className)}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  )
}
