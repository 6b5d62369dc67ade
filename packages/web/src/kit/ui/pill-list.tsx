import { useState } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { Button } from './button.tsx'
import { Pill } from './pill.tsx'
import styles from './pill-list.module.css'

/** Names as pills, the first ones of a long list; a button shows the rest. */
export function PillList({ texts, shownMax = 12 }: { texts: readonly string[]; shownMax?: number }) {
  const words = useWords()
  const [isWhole, setWhole] = useState(false)
  // One name more takes no more space than the button.
  const shown = isWhole || texts.length <= shownMax + 1 ? texts : texts.slice(0, shownMax)
  return (
    <ul className={styles['root']}>
      {shown.map((text) => (
        <li key={text}>
          <Pill>
            <bdi>{text}</bdi>
          </Pill>
        </li>
      ))}
      {shown.length < texts.length && (
        <li>
          <Button look="quiet" onClick={() => setWhole(true)}>
            {words.say('list.pillsMore', { count: texts.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}
