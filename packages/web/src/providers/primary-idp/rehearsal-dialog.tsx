import { createPrimarySwitch, rehearsalParts, sayGrace, type SwitchRehearsal } from '@portico/core'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import styles from './rehearsal-dialog.module.css'

/** What a switch would change, before it is started. */
export function RehearsalDialog({ rehearsal }: { readonly rehearsal: SwitchRehearsal }) {
  const words = useWords()
  const store = useCore().lazily(createPrimarySwitch)
  const { busy } = useStore(store)
  const seconds = store.graceSecs() ?? 0
  const { idpName, groupName } = rehearsal
  const confirm = async () => {
    if (!(await store.confirm())) return
    // The form that opened the dialog is gone; the pending switch took its place.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-pending-switch]')?.focus())
  }
  return (
    <Dialog
      title={words.say('idpSwitch.confirmTitle', { idpName })}
      width={600}
      onClose={() => store.cancel()}
      actions={
        <>
          <Button data-initial-focus="" onClick={() => store.cancel()}>
            {words.say('form.cancel')}
          </Button>
          <Button type="button" look="primary" busy={busy === 'saving'} onClick={() => void confirm()}>
            {words.say('idpSwitch.start')}
          </Button>
        </>
      }
    >
      <div className={styles['parts']}>
        {rehearsalParts(rehearsal, words).map(({ id, title, lines, isWarning }) => (
          <section key={id} aria-label={title}>
            <p className={isWarning ? styles['warning'] : undefined}>{title}</p>
            {lines.length > 0 && (
              // A long list scrolls, so the keyboard has to reach it.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <ul className={styles['lines']} tabIndex={0} aria-label={title}>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        <p>{words.say('idpSwitch.confirm', { groupName, idpName, seconds, grace: sayGrace(seconds, words) })}</p>
      </div>
    </Dialog>
  )
}
