import { draftChangesOf, type IdentityProvider, type LintFinding, type ProviderFormState } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { FormRow } from '../../../kit/terminal/form/form-row.ts'

/** The notes above the form: dangerous settings, and the number of findings. */
export function providerNotes(
  app: App,
  {
    state,
    findings,
    stored,
  }: {
    readonly state: ProviderFormState
    readonly findings: readonly LintFinding[]
    readonly stored: IdentityProvider | undefined
  },
): readonly FormRow[] {
  const rows: FormRow[] = []
  if (stored?.draft != null)
    rows.push({
      kind: 'note',
      id: 'note draft',
      text: app.words.say('tui.draftNote', { text: draftNote(app, stored) }),
      look: 'warn',
    })
  if (state.values['disableSignatureVerification'] === true)
    rows.push({ kind: 'note', id: 'note unsigned', text: app.words.say('idp.unsignedWarning'), look: 'bad' })
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.filter(({ severity }) => severity === 'warning').length
  if (errors + warnings > 0)
    rows.push({
      kind: 'note',
      id: 'note lint',
      text: whatIsWrong(app, errors, warnings),
      look: errors > 0 ? 'bad' : 'warn',
    })
  return rows
}

/** That sign-ins do not use the draft, and the fields in which it differs from what they use. */
function draftNote({ words }: App, provider: IdentityProvider): string {
  if (provider.live === null) return words.say('draft.noticeNew')
  const changes = draftChangesOf(provider, (id, values) => words.say(id, values))
  const fields = changes.map(({ label }) => label).join(', ')
  return neutralise(words.say('draft.notice', { fields, by: provider.draft?.changedBy ?? '' }))
}

/** `1 thing will go wrong, 2 more may.` */
function whatIsWrong({ words }: App, errors: number, warnings: number): string {
  if (errors === 0) return words.say('tui.mayFail', { count: warnings })
  return words.say(warnings === 0 ? 'tui.willFail' : 'tui.willAndMayFail', { count: errors, more: warnings })
}
