import type { ReactNode } from 'react'

import styles from './text-field.module.css'

type Properties = {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** The focus does not move to the control when the error appears, so a screen reader would not say it. */
  readonly announces?: boolean | undefined
  readonly children: (described: { 'aria-describedby': string | undefined; 'aria-invalid': boolean }) => ReactNode
}

/** The label above a control, hint and error below it, associated for screen readers. */
export function FieldLabel({ id, label, hint, error, announces, children }: Properties) {
  const about = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles['root']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({ 'aria-describedby': about || undefined, 'aria-invalid': error !== undefined })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']} role={announces ? 'alert' : undefined}>
          {error}
        </p>
      )}
    </div>
  )
}
