import { createFieldsEditor, type FieldsEditor, type FieldsNoun } from '../../kit/editing/fields-editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import { getLauncherSettings, LauncherSettings, putLauncherSettings } from './settings-contract.ts'
import { launcherSettingsFields, launcherSettingsOf, type LauncherSettingsValues } from './settings-form.ts'

export type LauncherSettingsEditor = FieldsEditor<LauncherSettingsValues, LauncherSettings>

/** What the tenant tells on the launcher. It is part of the tenant, and is neither created nor deleted. */
export function createLauncherSettingsEditor(parts: EditorParts, options: EditorOptions = {}): LauncherSettingsEditor {
  const { client } = parts
  return createFieldsEditor<LauncherSettingsValues, LauncherSettings>(
    parts,
    {
      fields: launcherSettingsFields,
      empty: { announcement: '', until: '', accessContact: '' },
      isPart: true,
      valuesOf: ({ announcement, accessContact }) => ({
        announcement: announcement?.text ?? '',
        until: announcement?.until ?? '',
        accessContact: accessContact ?? '',
      }),
      idOf: () => id,
      violationsOf: (values) => violationsOf(LauncherSettings, launcherSettingsOf(values)),
      commandOf,
      read: () => client.call(getLauncherSettings),
      save: (values, { etag }) => client.call(putLauncherSettings, { body: launcherSettingsOf(values), ifMatch: etag }),
      sentences: { created: 'launcherSettings.saved', updated: 'launcherSettings.saved' },
      // `announcement.text` and `announcement.until` are two fields of the form.
      fieldOf: (fieldID) => (fieldID === 'announcement.until' ? 'until' : fieldID.replace(/\..*$/, '')),
    },
    { ...options, id },
  )
}

/** There is one for each tenant. */
const id = 'launcher'

const commandOf: FieldsNoun<LauncherSettingsValues, LauncherSettings>['commandOf'] = ({ changed, values }) => {
  const { announcement, accessContact } = launcherSettingsOf(values)
  const told = () => {
    if (!changed.has('announcement') && !changed.has('until')) return []
    if (announcement === null) return ['--off']
    const { text, until } = announcement
    return [...(until === null ? [] : [shellFlag('until', until)]), `-- ${shellQuoted(text)}`]
  }
  const contact = () => {
    if (!changed.has('accessContact')) return []
    return [accessContact === null ? '--no-contact' : shellFlag('contact', accessContact)]
  }
  // The text comes last, because it may begin with a dash.
  return ['portico announce', ...contact(), ...told()].join(' ')
}
