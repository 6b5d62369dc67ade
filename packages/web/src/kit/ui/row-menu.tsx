import { useCore, useWords } from '../context/portal-context.tsx'
import { MoreIcon } from './admin-icons.tsx'
import { copyText } from './copy-text.ts'
import type { MenuEntry } from './menu-entry.ts'
import { MenuButton } from './menu.tsx'
import styles from './table.module.css'

type Properties = {
  /** Names the row in the button's label. */
  readonly name: string
  /** Texts to copy, such as ids, which need no column. */
  readonly copies: readonly { readonly label: string; readonly text: string }[]
}

/** What can be done with a row, at its end. */
export function RowMenu({ name, copies }: Properties) {
  const { feedback } = useCore()
  const words = useWords()
  const copy = async (text: string) => {
    if (await copyText(text)) feedback.openSuccess(words.say('serviceAccount.copied'))
  }
  const entries = copies.map(({ label, text }): MenuEntry => ({
    id: label,
    label: words.text(label),
    onAction: () => void copy(text),
  }))
  return (
    <MenuButton className={styles['more']} entries={entries}>
      <MoreIcon />
      <span className="visually-hidden">{words.say('list.more', { name })}</span>
    </MenuButton>
  )
}
