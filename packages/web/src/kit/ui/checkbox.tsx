import { useId } from 'react'

import styles from './checkbox.module.css'
import fieldStyles from './text-field.module.css'

type Properties = {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly disabled?: boolean
}

export function Checkbox({ label, isChecked, onChange, hint, error, disabled }: Properties) {
  const id = useId()
  const about = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={fieldStyles['root']}>
      <label className={styles['root']}>
        <input
          type="checkbox"
          className={styles['input']}
          aria-describedby={about || undefined}
          aria-invalid={error !== undefined}
          disabled={disabled}
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={fieldStyles['label']}>{label}</span>
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={fieldStyles['hint']}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={fieldStyles['error']}>
          {error}
        </p>
      )}
    </div>
  )
}
