import type { LintFinding } from './contract.ts'
import { providerViolations, type ProviderFormState } from './form.ts'

/** Whether a finding or a detail of the server is about this field; both name it with or without `config.`. */
export function isAboutField(field: string, fieldID: string | null | undefined): boolean {
  return fieldID === field || fieldID === `config.${field}`
}

/** The linter's findings without those about a field that now breaks a rule: they were about an earlier value. */
export function standingFindings(findings: readonly LintFinding[], state: ProviderFormState): LintFinding[] {
  const violations = providerViolations(state)
  return findings.filter(({ fieldID }) => !violations.some((one) => isAboutField(one.fieldID, fieldID)))
}
