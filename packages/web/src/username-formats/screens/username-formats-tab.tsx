import { formatChangesOf, formatKinds, formatsChanged, formatsCommandOf, formatText } from '@portico/core'
import { useEffect, useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { LoadFailed } from '../../feedback/load-failed.tsx'
import { LeaveDialog } from '../../navigation/leave-dialog.tsx'
import { useGuard } from '../../navigation/use-guard.ts'
import { useCore, useWords } from '../../portal/context.tsx'
import { ChangeList } from '../../ui/change-list.tsx'
import { ChangesAside } from '../../ui/changes-aside.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import formPage from '../../ui/form-page.module.css'
import { Loading } from '../../ui/loading.tsx'
import { Pill } from '../../ui/pill.tsx'
import { StaleDialog } from '../../ui/stale-dialog.tsx'
import { FormatList } from '../format-list.tsx'
import { createFormatsModel, type FormatsModel } from '../formats-model.ts'
import styles from '../username-formats.module.css'

/** USERNAME FORMATS of one provider (spec section 2): email domains and Windows domains. */
export function UsernameFormatsTab({ id }: { id: string }) {
  const core = useCore()
  const [model] = useState(() => createFormatsModel(core, id))
  const status = useStore(model.view, (view) => view.status)
  useEffect(() => void model.load(), [model])
  if (status === 'loading') return <Loading />
  if (status === 'ready') return <OpenFormats model={model} id={id} />
  return <LoadFailed onRetry={() => model.load()} />
}

function OpenFormats({ model, id }: { model: FormatsModel; id: string }) {
  const words = useWords()
  const state = useStore(model.form)
  const { isSaving, note } = useStore(model.view)
  const hasChanges = formatsChanged(state)
  const changes = formatChangesOf(state).map(({ kind, removed, added }) => ({
    label: words.say(kind),
    removed: removed.map((value) => formatText(kind, value)),
    added: added.map((value) => formatText(kind, value)),
  }))
  const isEmpty = formatKinds.every((kind) => state[kind].length === 0)
  useGuard(model.guard)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void model.save()
  }
  return (
    <>
      {note !== undefined && <output className={formPage['note']}>{words.say(note)}</output>}
      <p className={formPage['hint']}>{words.say('formats.lead')}</p>
      {isEmpty && (
        <p className={formPage['hint']} role="note">
          <Pill tone="warning">{words.say('formats.none')}</Pill> {words.say('formats.needed')}
        </p>
      )}
      <div className={formPage['columns']}>
        <div>
          <div className={styles['lists']}>
            {formatKinds.map((kind) => (
              <FormatList key={kind} model={model} kind={kind} />
            ))}
          </div>
          <form data-save-form="" onSubmit={submit} aria-label={words.say('idp.formats')}>
            <FormActions
              isEdit
              isSavable={hasChanges}
              hasChanges={hasChanges}
              isSaving={isSaving}
              reason={hasChanges ? undefined : words.say('form.unchanged')}
              onDiscard={() => model.discard()}
            />
          </form>
        </div>
        <ChangesAside changes={changes} command={hasChanges ? formatsCommandOf(state, id) : undefined} />
      </div>
      <StaleDialog model={model} />
      <LeaveDialog canSave={hasChanges} reason={undefined}>
        <div className={formPage['lost']}>
          <ChangeList changes={changes} />
        </div>
      </LeaveDialog>
    </>
  )
}
