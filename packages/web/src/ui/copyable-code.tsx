import { BreakableText } from './breakable-text.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './table.module.css'

/** An identifier in full, with a button that copies it. */
export function CopyableCode({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles['code']}>
      <code className={text.includes(':') ? undefined : styles['whole']}>
        <BreakableText text={text} />
      </code>
      <CopyButton label={label} text={text} />
    </span>
  )
}
