import {
  configFieldsOf,
  configSectionsOf,
  fieldInWords,
  type ConfigField,
  type IdentityProviderEditor,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { FieldRow, FormRow } from '../../../kit/terminal/form/form-row.ts'
import { providerNotes } from './provider-notes.ts'
import { valueOf } from './provider-values.ts'

/** The rows of a provider's configuration: common fields, and the rest under "More settings". */
export function providerRows(
  app: App,
  editor: IdentityProviderEditor,
  { showsMore }: { readonly showsMore: boolean },
): readonly FormRow[] {
  const { words } = app
  const { form: state, stored } = editor.getState()
  const findings = editor.check.findings() ?? []
  const fields = configFieldsOf(state.type).map((field) => fieldInWords(field, words))
  const hidden = fields.filter((field) => field.common !== true)
  const shown = showsMore ? fields : fields.filter((field) => field.common === true)
  const { glyphs } = app
  return [
    ...providerNotes(app, { state, findings, stored }),
    {
      kind: 'field',
      id: 'name',
      label: app.words.say('idp.name'),
      shown: state.name || words.text('not set'),
      isDefault: state.name === '',
      help: app.words.say('idp.nameHint'),
      problem: editor.problemOf('name'),
    },
    {
      kind: 'field',
      id: 'enabled',
      label: app.words.say('idp.enabled'),
      shown: state.enabled ? `${glyphs.yes} ${words.text('on')}` : `${glyphs.no} ${words.text('off')}`,
      help: app.words.say('idp.enabledHint'),
      problem: editor.problemOf('enabled'),
    },
    ...configSectionsOf(shown).flatMap(({ section, fields: own }): readonly FormRow[] => [
      { kind: 'heading', id: `section ${section}`, text: section },
      ...own.map((field) => fieldRow(app, field, editor)),
    ]),
    {
      kind: 'action',
      id: 'more',
      text: showsMore ? `- ${words.text('Fewer settings')}` : `+ ${app.words.say('idp.more')} (${hidden.length})`,
    },
  ]
}

function fieldRow(app: App, field: ConfigField, editor: IdentityProviderEditor): FieldRow {
  const { form: state, stored } = editor.getState()
  const found = editor.check.findingOf(field.name)
  const { text, warning } = valueOf(app, field, { state, certificates: stored?.certificates ?? [] })
  return {
    kind: 'field',
    id: field.name,
    label: field.label,
    shown: text || app.words.text('not set'),
    isDefault: text === '',
    help:
      field.placeholder === undefined || text !== ''
        ? field.help
        : app.words.say('tui.example', { help: field.help, example: field.placeholder }),
    problem: editor.problemOf(field.name),
    warning: warning ?? (found?.severity === 'note' ? undefined : found?.message),
  }
}
