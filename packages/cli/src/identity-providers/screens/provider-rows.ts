import {
  configFieldsOf,
  configSectionsOf,
  providerViolations,
  type CertificateFacts,
  type ConfigField,
  type LintFinding,
  type ProviderFormState,
} from '@portico/core'

import type { App } from '../../terminal/app/app.ts'
import type { FieldRow, FormRow } from '../../terminal/form/form-row.ts'
import { providerNotes } from './provider-notes.ts'
import { valueOf } from './provider-values.ts'

/** What the rows are made from besides the form. */
export type ProviderRowsInput = {
  readonly state: ProviderFormState
  readonly showsMore: boolean
  /** Every broken rule is shown, also of fields that nobody touched. */
  readonly showsAll: boolean
  readonly certificates: readonly CertificateFacts[]
  readonly findings: readonly LintFinding[]
}

/** The rows of a provider's configuration: what everybody needs, and the rest under "More settings". */
export function providerRows(app: App, input: ProviderRowsInput): readonly FormRow[] {
  const { state, showsMore } = input
  const complaints = complaintsOf(app, input)
  const fields = configFieldsOf(state.type)
  const hidden = fields.filter((field) => field.common !== true)
  const shown = showsMore ? fields : fields.filter((field) => field.common === true)
  const { glyphs } = app
  return [
    ...providerNotes(app, input),
    {
      kind: 'field',
      id: 'name',
      label: app.words.say('idp.name'),
      shown: state.name || 'not set',
      isDefault: state.name === '',
      help: app.words.say('idp.nameHint'),
      complaint: complaints.get('name'),
    },
    {
      kind: 'field',
      id: 'enabled',
      label: app.words.say('idp.enabled'),
      shown: state.enabled ? `${glyphs.yes} on` : `${glyphs.no} off`,
      help: app.words.say('idp.enabledHint'),
      complaint: complaints.get('enabled'),
    },
    ...configSectionsOf(shown).flatMap(({ section, fields: own }): readonly FormRow[] => [
      { kind: 'heading', id: `section ${section}`, text: section },
      ...own.map((field) => fieldRow(app, field, input, complaints.get(field.name))),
    ]),
    {
      kind: 'action',
      id: 'more',
      text: showsMore ? '- Fewer settings' : `+ ${app.words.say('idp.more')} (${hidden.length})`,
    },
  ]
}

/** Sentences by field: what the server said about the last save, otherwise the rules. */
function complaintsOf(app: App, { state, showsAll }: ProviderRowsInput): ReadonlyMap<string, string> {
  const complaints = new Map<string, string>()
  for (const { errorID, fieldID } of providerViolations(state)) {
    const isUntouched = state.pageType === 'CREATE' && isEmpty(state, fieldID) && !showsAll
    if (!isUntouched && !complaints.has(fieldID)) complaints.set(fieldID, app.words.find(errorID) ?? errorID)
  }
  for (const { fieldID, errorMessage } of app.core.feedback.getState().expected?.details ?? [])
    if (fieldID !== undefined) complaints.set(fieldID.replace(/^config\./, ''), errorMessage)
  return complaints
}

function isEmpty({ name, values }: ProviderFormState, fieldID: string): boolean {
  return fieldID === 'name' ? name === '' : (values[fieldID] ?? '') === ''
}

function fieldRow(app: App, field: ConfigField, input: ProviderRowsInput, complaint: string | undefined): FieldRow {
  const { findings } = input
  const found = findings.find(
    ({ fieldID, severity }) =>
      fieldID !== null && severity !== 'note' && fieldID.replace(/^config\./, '') === field.name,
  )
  const { text, warning } = valueOf(app, field, input)
  return {
    kind: 'field',
    id: field.name,
    label: field.label,
    shown: text || 'not set',
    isDefault: text === '',
    help:
      field.placeholder === undefined || text !== '' ? field.help : `${field.help} For example: ${field.placeholder}`,
    complaint,
    warning: warning ?? found?.message,
  }
}
