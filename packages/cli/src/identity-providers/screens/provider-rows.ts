import {
  configFieldsOf,
  configSectionsOf,
  daysUntil,
  expiringDays,
  providerViolations,
  textOf,
  type CertificateFacts,
  type ConfigField,
  type LintFinding,
  type ProviderFormState,
  type Words,
} from '@portico/core'

import type { App } from '../../terminal/app/app.ts'
import type { FieldRow, FormRow } from '../../terminal/form/form-row.ts'
import { certificateText } from './certificate-text.ts'

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
    ...notes(app, input),
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

function notes(app: App, { state, findings }: ProviderRowsInput): readonly FormRow[] {
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

function fieldRow(app: App, field: ConfigField, input: ProviderRowsInput, complaint: string | undefined): FieldRow {
  const { findings } = input
  const found = findings.find(
    ({ fieldID, severity }) =>
      fieldID !== null && severity !== 'note' && fieldID.replace(/^config\./, '') === field.name,
  )
  const { text, warning } = shownOf(app, field, input)
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

type Shown = { readonly text: string; readonly warning?: string | undefined }

function shownOf(app: App, field: ConfigField, { state, certificates }: ProviderRowsInput): Shown {
  const value = state.values[field.name]
  if (field.kind === 'secret') return { text: secretText(app.words, field.name, state) }
  if (field.kind === 'flag') return { text: value === true ? `${app.glyphs.yes} on` : `${app.glyphs.no} off` }
  const text = String(value ?? '').trim()
  const now = app.core.clock.now()
  if (field.kind === 'certificate' && text !== '') {
    const isStored = text === String(state.fetched.values[field.name] ?? '').trim()
    const facts = certificates.find(({ slot }) => field.name.endsWith(String(slot)))
    return certificateText(text, isStored ? facts : undefined, { now, words: app.words })
  }
  if (field.kind === 'days' && field.name.endsWith('EndsOn')) return { text, warning: endWarning(app, field, text) }
  return { text: textOf(field, value) }
}

/** What there is to say about the last day of a secret: that it is over, or near. */
function endWarning({ words, core }: App, { name, label }: ConfigField, day: string): string | undefined {
  const at = Date.parse(day)
  if (Number.isNaN(at)) return undefined
  const now = core.clock.now()
  const days = daysUntil(day, now)
  const what = words.find(`idp.end.${name.replace(/EndsOn$/, '')}`) ?? label
  if (at <= now) return words.say('idp.endedAgo', { what, days: -days })
  return days > expiringDays ? undefined : words.say('idp.endsIn', { what, days })
}

function secretText(words: Words, name: string, { secrets, fetched }: ProviderFormState): string {
  const edit = secrets[name] ?? { do: 'keep' }
  const isStored = fetched.stored.includes(name)
  if (edit.do === 'forget') return words.say('secret.forgotten')
  if (edit.do === 'replace' && edit.text !== '') return isStored ? 'will be replaced' : 'will be stored'
  return isStored ? 'stored' : ''
}
