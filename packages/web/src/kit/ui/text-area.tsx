import { useId, type TextareaHTMLAttributes } from 'react'

import { classes } from './classes.ts'
import compact from './compact-field.module.css'
import { FieldLabel } from './field-label.tsx'
import styles from './text-field.module.css'

type Properties = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'id'> & {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** Several lines of text that a machine reads: fixed width, not checked for spelling. */
export function TextArea({ label, value, onChange, hint, error, className, onBlur, ...rest }: Properties) {
  const id = useId()
  return (
    <FieldLabel id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <textarea
          rows={5}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...rest}
          {...described}
          id={id}
          className={classes(styles['input'], compact['input'], compact['area'], className)}
          value={value}
          onBlur={(event) => {
            // Rules check the trimmed value, so the field shows it trimmed too.
            if (value !== value.trim()) onChange(value.trim())
            onBlur?.(event)
          }}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldLabel>
  )
}
