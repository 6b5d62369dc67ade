import { useId, type InputHTMLAttributes } from 'react'

import { classes } from './classes.ts'
import compact from './compact-field.module.css'
import { FieldLabel } from './field-label.tsx'
import styles from './text-field.module.css'

type Properties = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'> & {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** The focus does not move to the field when the error appears. */
  readonly announces?: boolean
  /** Blanks at the ends are part of the value. */
  readonly verbatim?: boolean
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  error,
  announces,
  verbatim = false,
  className,
  onBlur,
  ...rest
}: Properties) {
  const id = useId()
  return (
    <FieldLabel id={id} label={label} hint={hint} error={error} announces={announces}>
      {(described) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...described}
          id={id}
          className={classes(styles['input'], compact['input'], className)}
          value={value}
          onBlur={(event) => {
            // Rules check the trimmed value, so the field shows it trimmed too.
            if (!verbatim && value !== value.trim()) onChange(value.trim())
            onBlur?.(event)
          }}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldLabel>
  )
}
