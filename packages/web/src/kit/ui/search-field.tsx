import { useRef, type KeyboardEvent } from 'react'

import { IconButton } from './button.tsx'
import { classes } from './classes.ts'
import compact from './compact-field.module.css'
import { CloseIcon, SearchIcon } from './icons.tsx'
import styles from './search-field.module.css'
import fieldStyles from './text-field.module.css'

type Properties = {
  readonly label: string
  readonly clearLabel: string
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Searches while typing; Escape clears. The key `/` focuses the first search field of a page. */
export function SearchField({ label, clearLabel, text, onChange }: Properties) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || text === '') return
    event.preventDefault()
    clear()
  }
  return (
    <search className={styles['root']}>
      <SearchIcon />
      <input
        ref={input}
        className={classes(fieldStyles['input'], compact['input'], styles['input'])}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
      />
      {text !== '' && (
        <IconButton className={styles['clear']} label={clearLabel} onClick={clear}>
          <CloseIcon />
        </IconButton>
      )}
    </search>
  )
}
