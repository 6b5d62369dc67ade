import { createServiceAccounts, formViolations, type FieldName } from '@portico/core'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import type { FormModel } from './form-model.ts'

/** What is wrong with a field, to be said beside it: the server's complaint, or a broken rule once the field was left. */
export function useComplaint(model: FormModel, field: FieldName): string | undefined {
  const words = useWords()
  const told = useStore(useCore().feedback, (state) => state.expected?.details.find((one) => one.fieldID === field))
  const state = useStore(model.form)
  const wasVisited = useStore(model.view, (view) => view.visited.includes(field))
  if (told !== undefined) return told.errorMessage
  const broken = wasVisited ? formViolations(state).find((one) => one.fieldID === field) : undefined
  return broken && (words.find(broken.errorID) ?? broken.errorID)
}

/** Whether this environment refuses changes; both the environment and its list say so. */
export function useIsReadonly(environmentId: string): boolean {
  const core = useCore()
  const { environments } = core
  const serviceAccounts = core.lazily(createServiceAccounts)
  const listed = useStore(environments, (state) => state.adminEnvironments?.find((one) => one.id === environmentId))
  const isListReadonly = useStore(serviceAccounts, (state) => state.environmentId === environmentId && state.readonly)
  return isListReadonly || (listed?.readonly ?? false)
}
