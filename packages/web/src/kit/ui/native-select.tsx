import { useId } from 'react'

import { classes } from './classes.ts'
import compact from './compact-field.module.css'
import { FieldLabel } from './field-label.tsx'
import { ChevronDownIcon } from './icons.tsx'
import styles from './select.module.css'

type Properties = {
  readonly label: string
  readonly value: string
  readonly options: readonly (string | { readonly value: string; readonly label: string })[]
  readonly onChange: (value: string) => void
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly disabled?: boolean
}

/** The browser's select, for a few short options. */
export function NativeSelect({ label, value, options, onChange, hint, error, disabled }: Properties) {
  const id = useId()
  return (
    <FieldLabel id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <span className={styles['root']}>
          <select
            {...described}
            id={id}
            disabled={disabled}
            className={classes(styles['input'], compact['input'])}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {options.map((option) => {
              const { value: one, label: shown } =
                typeof option === 'string' ? { value: option, label: option } : option
              return (
                <option key={one} value={one}>
                  {shown}
                </option>
              )
            })}
          </select>
          <ChevronDownIcon />
        </span>
      )}
    </FieldLabel>
  )
}
