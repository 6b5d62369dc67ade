import { canSave, changesOf, commandOf } from '@portico/core'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import { BreakableText } from '../ui/breakable-text.tsx'
import { CopyTextButton } from '../ui/copy-text-button.tsx'
import styles from './changes-panel.module.css'
import type { FormModel } from './form-model.ts'

/** What Save would change, always in sight before it is pressed; and the same as a command. */
export function ChangesPanel({ model }: { model: FormModel }) {
  const words = useWords()
  const state = useStore(model.form)
  const changes = changesOf(state)
  const id = useStore(model.view, (view) => view.id)
  const environment = useStore(
    useCore().environments,
    (all) => all.adminEnvironments?.find((one) => one.id === model.environmentId)?.name ?? model.environmentId,
  )
  const namesFile = changes.some(({ field, added }) => field !== 'name' && field !== 'dependencies' && added.length > 0)
  return (
    <aside className={styles['root']} aria-labelledby="changes">
      <h2 id="changes" className={styles['title']}>
        {words.say('form.changes')}
      </h2>
      {changes.length === 0 ? (
        <p className={styles['none']}>{words.say('form.unchanged')}</p>
      ) : (
        <ChangeList model={model} />
      )}
      {changes.length > 0 && canSave(state) && (
        <div className={styles['command']}>
          <CopyTextButton text={commandOf(state, { environment, id })}>{words.say('form.command')}</CopyTextButton>
          {namesFile && <p className={styles['hint']}>{words.say('form.commandFiles')}</p>}
        </div>
      )}
    </aside>
  )
}

/** The differences alone, for the panel and for the question before leaving. */
export function ChangeList({ model }: { model: FormModel }) {
  const words = useWords()
  const changes = changesOf(useStore(model.form))
  return (
    <dl className={styles['list']}>
      {changes.map(({ field, removed, added }) => (
        <div key={field} className={styles['change']}>
          <dt>{words.say(`field.${field}`)}</dt>
          {removed.map((text) => (
            <dd key={`- ${text}`} className={styles['removed']}>
              <span className="visually-hidden">{words.say('form.removed', { text })}</span>
              <del aria-hidden="true">
                <BreakableText text={text} />
              </del>
            </dd>
          ))}
          {added.map((text) => (
            <dd key={`+ ${text}`} className={styles['added']}>
              <span className="visually-hidden">{words.say('form.added', { text })}</span>
              <ins aria-hidden="true">
                <BreakableText text={text} />
              </ins>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
