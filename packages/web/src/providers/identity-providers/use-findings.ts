import type { IdentityProviderEditor, LintFinding } from '@portico/core'
import { useStore } from 'zustand'

/** The linter's findings that still apply to the form's current values; undefined before the first check. */
export function useFindings(editor: IdentityProviderEditor): readonly LintFinding[] | undefined {
  useStore(editor.check)
  useStore(editor, ({ form }) => form)
  return editor.check.findings()
}

/** The findings about one field. */
export function useFinding(editor: IdentityProviderEditor, field: string): LintFinding | undefined {
  useFindings(editor)
  return editor.check.findingOf(field)
}
