import { canSave, formViolations, hasChanges } from '@portico/core'
import { useStore } from 'zustand'

import { useWords } from '../portal/context.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import type { FormModel } from './form-model.ts'

type Properties = {
  readonly model: FormModel
  readonly isReadonly: boolean
  readonly onDelete: () => void
}

export function AccountActions({ model, isReadonly, onDelete }: Properties) {
  const words = useWords()
  const state = useStore(model.form)
  const { isSaving } = useStore(model.view)
  const reason = useSaveReason(model)
  return (
    <FormActions
      isEdit={state.pageType === 'EDIT'}
      isSavable={canSave(state)}
      hasChanges={hasChanges(state)}
      isSaving={isSaving}
      isReadonly={isReadonly}
      reason={isReadonly ? words.say('form.readonly') : reason}
      onDiscard={() => model.discard()}
      onDelete={onDelete}
    />
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
