import type { IdentityProviderEditor, LintFinding } from '@portico/core'
import { useStore } from 'zustand'

/** What the linter found, as far as it is about the form as it stands; undefined until it was asked. */
export function useFindings(editor: IdentityProviderEditor): readonly LintFinding[] | undefined {
  useStore(editor.check)
  useStore(editor, ({ form }) => form)
  return editor.check.findings()
}

/** What the linter says of a field. */
export function useFinding(editor: IdentityProviderEditor, field: string): LintFinding | undefined {
  useFindings(editor)
  return editor.check.findingOf(field)
}
