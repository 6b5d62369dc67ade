import { BreakableText } from './breakable-text.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './table.module.css'

/** Up to this length a text without colons stays in one line, where there is room for a button beside it at 320 pixels. */
const wholeMax = 40

/** An identifier in full, with a button that copies it. */
export function CopyableCode({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles['code']}>
      <code className={text.includes(':') || text.length > wholeMax ? undefined : styles['whole']}>
        <BreakableText text={text} />
      </code>
      <CopyButton label={label} text={text} />
    </span>
  )
}
