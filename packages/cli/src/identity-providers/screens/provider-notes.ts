import type { LintFinding, ProviderFormState } from '@portico/core'

import type { App } from '../../terminal/app/app.ts'
import type { FormRow } from '../../terminal/form/form-row.ts'

/** The notes above the form: dangerous settings, and the number of findings. */
export function providerNotes(
  app: App,
  { state, findings }: { readonly state: ProviderFormState; readonly findings: readonly LintFinding[] },
): readonly FormRow[] {
  const rows: FormRow[] = []
  if (state.values['disableSignatureVerification'] === true)
    rows.push({ kind: 'note', id: 'note unsigned', text: app.words.say('idp.unsignedWarning'), look: 'bad' })
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.filter(({ severity }) => severity === 'warning').length
  if (errors + warnings > 0)
    rows.push({
      kind: 'note',
      id: 'note lint',
      text: `${whatIsWrong(errors, warnings)} Press l to read it, and what to do.`,
      look: errors > 0 ? 'bad' : 'warn',
    })
  return rows
}

/** `1 thing will go wrong, 2 more may.` */
function whatIsWrong(errors: number, warnings: number): string {
  const things = (count: number) => `${count} thing${count === 1 ? '' : 's'}`
  if (errors === 0) return `${things(warnings)} may go wrong.`
  return `${things(errors)} will go wrong${warnings === 0 ? '.' : `, ${warnings} more may.`}`
}
