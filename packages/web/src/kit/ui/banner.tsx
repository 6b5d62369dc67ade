import type { ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import styles from './banner.module.css'
import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import { CloseIcon } from './icons.tsx'

type Properties = {
  readonly tone: 'danger' | 'warning' | 'good' | 'plain'
  readonly title?: string | undefined
  readonly children?: ReactNode
  /** Shown underlined at the end of the text; pressing the text calls `onOpen`. */
  readonly hint?: string | undefined
  readonly onOpen?: (() => void) | undefined
  readonly onClose?: (() => void) | undefined
  readonly action?: ReactNode
}

export function Banner({ tone, title, children, hint, onOpen, onClose, action }: Properties) {
  const words = useWords()
  const text = (
    <>
      {title !== undefined && title !== '' && <strong className={styles['title']}>{title}</strong>}
      {children}
      {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
    </>
  )
  return (
    <div className={classes(styles['root'], styles[tone])}>
      {hint !== undefined && onOpen !== undefined ? (
        <button type="button" className={styles['opener']} onClick={onOpen}>
          {text}
        </button>
      ) : (
        <div className={styles['text']}>{text}</div>
      )}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
      {onClose !== undefined && (
        <IconButton label={words.say('banner.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      )}
    </div>
  )
}
