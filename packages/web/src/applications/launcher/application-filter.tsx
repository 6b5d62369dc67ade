import type { KeyboardEvent, Ref } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { IconButton } from '../../kit/ui/button.tsx'
import { CloseIcon, SearchIcon } from '../../kit/ui/icons.tsx'
import fieldStyles from '../../kit/ui/text-field.module.css'
import { classes } from '../../kit/ui/classes.ts'
import styles from './application-filter.module.css'

type Properties = {
  readonly ref: Ref<HTMLInputElement>
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onEnter: () => void
  readonly onLeaveDown: () => void
}

/** Filters as you type; Enter opens the first match, arrow down goes to the tiles, Escape clears. */
export function ApplicationFilter({ ref, text, onChange, onEnter, onLeaveDown }: Properties) {
  const words = useWords()
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const action = { Enter: onEnter, ArrowDown: onLeaveDown, Escape: () => onChange('') }[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  return (
    <search className={styles['root']}>
      <SearchIcon />
      <input
        ref={ref}
        className={classes(fieldStyles['input'], styles['input'])}
        type="text"
        enterKeyHint="go"
        autoComplete="off"
        spellCheck={false}
        aria-label={words.say('launcher.filter')}
        placeholder={words.say('launcher.filter')}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
      />
      {text !== '' && (
        <div className={styles['clear']}>
          <IconButton label={words.say('launcher.clear')} onClick={() => onChange('')}>
            <CloseIcon />
          </IconButton>
        </div>
      )}
    </search>
  )
}
