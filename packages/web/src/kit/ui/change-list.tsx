import { useWords } from '../context/portal-context.tsx'
import { BreakableText } from './breakable-text.tsx'
import styles from './change-list.module.css'

export type ShownChange = {
  readonly label: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** The changes that a save would make, before and after, for a form's panel and for the leave dialog. */
export function ChangeList({ changes }: { changes: readonly ShownChange[] }) {
  const words = useWords()
  return (
    <dl className={styles['list']}>
      {changes.map(({ label, removed, added }) => (
        <div key={label} className={styles['change']}>
          <dt>{words.text(label)}</dt>
          {removed.map((text) => (
            <dd key={`- ${text}`} className={styles['removed']}>
              <span className="visually-hidden">{words.say('form.removed', { text })}</span>
              <del aria-hidden="true" dir="auto" title={text}>
                <BreakableText text={text} />
              </del>
            </dd>
          ))}
          {added.map((text) => (
            <dd key={`+ ${text}`} className={styles['added']}>
              <span className="visually-hidden">{words.say('form.added', { text })}</span>
              <ins aria-hidden="true" dir="auto" title={text}>
                <BreakableText text={text} />
              </ins>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
