import type { PaletteEntry, PaletteSection } from '@portico/core'
import { memo, useEffect } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { classes } from '../../kit/ui/classes.ts'
import { ExternalIcon } from '../../kit/ui/icons.tsx'
import styles from './palette.module.css'

type Properties = {
  readonly sections: readonly PaletteSection[]
  readonly active: PaletteEntry | undefined
  readonly label: string
  readonly onChoose: (entry: PaletteEntry) => void
}

/** The entries by group, as a list box. */
export const Matches = memo(function Matches({ sections, active, label, onChoose }: Properties) {
  const words = useWords()
  useEffect(() => {
    // In the frame's own layout; before it, a second layout of the page would be computed.
    const frame = requestAnimationFrame(() =>
      document.getElementById('palette-active')?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [active])
  return (
    <div
      id="palette-list"
      className={styles['list']}
      hidden={active === undefined}
      {...{ role: 'listbox', 'aria-label': label }}
    >
      {sections.map(({ group, entries }) => (
        <div key={group} {...{ role: 'group', 'aria-labelledby': `palette-${group}` }}>
          <div id={`palette-${group}`} className={styles['group']} role="presentation">
            {words.say(`palette.group.${group}`)}
          </div>
          {entries.map((entry) => (
            <Option key={entry.id} entry={entry} isActive={entry.id === active?.id} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  )
})

type OptionProperties = Pick<Properties, 'onChoose'> & { readonly entry: PaletteEntry; readonly isActive: boolean }

/** Drawn again only where an arrow key moved from or to. */
const Option = memo(function Option({ entry, isActive, onChoose }: OptionProperties) {
  const { label, detail, target } = entry
  return (
    <button
      type="button"
      // Keyboard users use the arrow keys and Enter in the field, which keeps the focus.
      tabIndex={-1}
      id={isActive ? 'palette-active' : undefined}
      {...{ role: 'option', 'aria-selected': isActive }}
      className={classes(styles['entry'], isActive && styles['active'])}
      onClick={() => onChoose(entry)}
    >
      <span className={classes(styles['label'], target.kind === 'more' && styles['more'])}>{label}</span>
      {detail !== '' && <span className={styles['detail']}>{detail}</span>}
      {target.kind === 'application' && <ExternalIcon />}
    </button>
  )
})
