import type { ProviderDraft } from '@portico/core'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import styles from './draft-notice.module.css'

/** Above a page whose provider differs from what sign-ins use: in which fields, and the way to the test. */
export function DraftNotice({ draft }: { readonly draft: ProviderDraft }) {
  const words = useWords()
  const { provider } = useStore(draft)
  if (provider?.draft == null) return null
  const fields = draft.changes().map(({ label }) => label)
  const toPanel = () => {
    const heading = document.querySelector<HTMLElement>('[data-test-panel]')
    heading?.scrollIntoView()
    heading?.focus()
  }
  return (
    <div className={styles['root']} role="note">
      <p>
        {provider.live === null
          ? words.say('draft.noticeNew')
          : words.say('draft.notice', { fields: fields.join(', '), by: provider.draft.changedBy })}
      </p>
      <Button onClick={toPanel}>{words.say('draft.toPanel')}</Button>
    </div>
  )
}
