import { canSave, changesOf, commandOf } from '@portico/core'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import type { ShownChange } from '../ui/change-list.tsx'
import { ChangesAside } from '../ui/changes-aside.tsx'
import type { FormModel } from './form-model.ts'

/** What Save would change in a service account. */
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
  const isSavable = changes.length > 0 && canSave(state)
  return (
    <ChangesAside
      changes={useShownChanges(model)}
      command={isSavable ? commandOf(state, { environment, id }) : undefined}
      hint={namesFile ? words.say('form.commandFiles') : undefined}
    />
  )
}

/** The differences with the labels of their fields. */
export function useShownChanges(model: FormModel): ShownChange[] {
  const words = useWords()
  return changesOf(useStore(model.form)).map(({ field, ...rest }) => ({ label: words.say(`field.${field}`), ...rest }))
}
