import { useEffect, useId, useRef, type CSSProperties, type ReactNode } from 'react'

import styles from './dialog.module.css'

type Properties = {
  readonly title: string
  readonly children: ReactNode
  /** Pixels; a dialog of one question has the kit's own width. */
  readonly width?: number
  /** Buttons; the one marked `data-initial-focus` has the focus at first. */
  readonly actions: ReactNode
  /** Escape closes; absent, the dialog waits for one of its buttons. */
  readonly onClose?: (() => void) | undefined
}

/** A modal dialog, the browser's own: focus is kept inside and goes back where it came from. Drawn means open. */
export function Dialog({ title, children, actions, onClose, width }: Properties) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
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
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={titleId} className={styles['title']} title={title}>
        {title}
      </h2>
      <div className={styles['content']}>{children}</div>
      <div className={styles['actions']}>{actions}</div>
    </dialog>
  )
}
