import { isAboutField, providerViolations, standingFindings, type LintFinding } from '@portico/core'
import { useStore } from 'zustand'

import { useCore, useWords } from '../portal/context.tsx'
import type { ProviderModel } from './provider-model.ts'

/** What is wrong with a field, to be said beside it: the server's complaint, or a broken rule once the field was left. */
export function useComplaint(model: ProviderModel, field: string): string | undefined {
  const words = useWords()
  const told = useStore(useCore().feedback, (state) =>
    state.expected?.details.find((one) => isAboutField(field, one.fieldID)),
  )
  const state = useStore(model.form)
  const wasVisited = useStore(model.view, (view) => view.visited.includes(field))
  if (told !== undefined) return told.errorMessage
  const broken = wasVisited ? providerViolations(state).find((one) => one.fieldID === field) : undefined
  return broken && (words.find(broken.errorID) ?? broken.errorID)
}

/** What the linter says of a field. */
export function useFinding(model: ProviderModel, field: string): LintFinding | undefined {
  return useFindings(model)?.find((one) => isAboutField(field, one.fieldID))
}

/** What the linter found, as far as it is about the form as it stands; undefined until it was asked. */
export function useFindings(model: ProviderModel): readonly LintFinding[] | undefined {
  const findings = useStore(model.view, (view) => view.findings)
  const state = useStore(model.form)
  return findings && standingFindings(findings, state)
}
