import { useEffect, useId, useRef, type CSSProperties, type ReactNode } from 'react'

import styles from './dialog.module.css'
import { PendingStatus } from './pending-status.tsx'

type Properties = {
  readonly title: string
  readonly children: ReactNode
  /** Pixels; the kit's default width if absent. */
  readonly width?: number
  /** Buttons; the one marked `data-initial-focus` gets the initial focus. */
  readonly actions: ReactNode
  /** Id of the question, where there are fields too; otherwise the content is the description. */
  readonly describedBy?: string
  /** It is read from its beginning: the title has the initial focus, and the content is too much for a description. */
  readonly isRead?: boolean
  /** Called on Escape; if absent, only the buttons close the dialog. */
  readonly onClose?: (() => void) | undefined
}

/**
 * The browser's modal dialog: traps the focus and restores it on close. Open while rendered. The page behind it is silent, so it
 * says itself that it is busy.
 */
export function Dialog({ title, children, actions, onClose, width, describedBy, isRead = false }: Properties) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-initial-focus]')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles['root']}
      style={width === undefined ? undefined : ({ '--dialog-width': `${width}px` } as CSSProperties)}
      aria-labelledby={`${id}-title`}
      aria-describedby={isRead ? undefined : (describedBy ?? `${id}-content`)}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2
        id={`${id}-title`}
        className={styles['title']}
        title={title}
        {...(isRead && { tabIndex: -1, 'data-initial-focus': '' })}
      >
        {title}
      </h2>
      <div id={`${id}-content`} className={styles['content']}>
        {children}
      </div>
      <div className={styles['actions']}>{actions}</div>
      <PendingStatus />
    </dialog>
  )
}
