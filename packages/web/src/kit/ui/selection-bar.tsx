import { isMoreThanCounted, totalText } from '@portico/core'
import { useState, type ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { Button } from './button.tsx'
import styles from './selection-bar.module.css'

type Properties = {
  /** Rows selected, whether or not they are on the page. */
  readonly count: number
  /** Rows that match the search, as far as they are counted. */
  readonly total: number
  readonly isNarrowed: boolean
  readonly onSelectMatching: () => Promise<unknown>
  readonly onClear: () => void
  /** What can be done with the rows. */
  readonly children: ReactNode
}

/** How many rows are selected, and what can be done with them. It covers no row. */
export function SelectionBar({ count, total, isNarrowed, onSelectMatching, onClear, children }: Properties) {
  const words = useWords()
  const [isReading, setReading] = useState(false)
  const selectMatching = async () => {
    setReading(true)
    await onSelectMatching()
    setReading(false)
  }
  return (
    <section className={styles['root']} aria-label={words.say('selection.label')}>
      <output className={styles['count']}>{words.say('selection.count', { count })}</output>
      {(count < total || isReading) && (
        <Button look="quiet" busy={isReading} onClick={() => void selectMatching()}>
          {isMoreThanCounted(total)
            ? words.say(isNarrowed ? 'selection.manyMatching' : 'selection.many', { total: totalText(words, total) })
            : words.say(isNarrowed ? 'selection.matching' : 'selection.all', { total })}
        </Button>
      )}
      <Button look="quiet" onClick={onClear}>
        {words.say('selection.clear')}
      </Button>
      <div className={styles['actions']}>{children}</div>
    </section>
  )
}
