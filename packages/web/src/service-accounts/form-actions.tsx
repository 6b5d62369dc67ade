import { canSave, formViolations, hasChanges } from '@portico/core'
import { useStore } from 'zustand'

import { useWords } from '../portal/context.tsx'
import { Button } from '../ui/button.tsx'
import styles from './form-actions.module.css'
import type { FormModel } from './form-model.ts'

type Properties = {
  readonly model: FormModel
  readonly isReadonly: boolean
  readonly onDelete: () => void
}

/** Save, Discard and Delete, the latter two for an account that exists (spec section 2); always in view. */
export function FormActions({ model, isReadonly, onDelete }: Properties) {
  const words = useWords()
  const state = useStore(model.form)
  const { isSaving } = useStore(model.view)
  const isEdit = state.pageType === 'EDIT'
  const isSavable = canSave(state)
  const reason = useSaveReason(model)
  return (
    <div className={styles['root']}>
      <Button type="submit" look="primary" disabled={isReadonly || !isSavable} busy={isSaving}>
        {words.say('form.save')}
      </Button>
      {isEdit && (
        <Button disabled={isReadonly || !hasChanges(state) || isSaving} onClick={() => model.discard()}>
          {words.say('form.discard')}
        </Button>
      )}
      <output className={styles['reason']}>{isReadonly ? words.say('form.readonly') : reason}</output>
      {isEdit && (
        <Button look="danger" className={styles['delete']} disabled={isReadonly || isSaving} onClick={onDelete}>
          {words.say('form.delete')}
        </Button>
      )}
    </div>
  )
}

/** Why Save is disabled, in one sentence; undefined where it is not. */
export function useSaveReason(model: FormModel): string | undefined {
  const words = useWords()
  const state = useStore(model.form)
  if (canSave(state)) return undefined
  const [broken] = formViolations(state)
  return broken === undefined ? words.say('form.unchanged') : (words.find(broken.errorID) ?? broken.errorID)
}
