import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import { getLauncherSettings, LauncherSettings, putLauncherSettings } from './settings-contract.ts'
import {
  changedLauncherSettings,
  createLauncherSettingsForm,
  launcherSettingsFields,
  launcherSettingsOf,
  type LauncherSettingsField,
  type LauncherSettingsForm,
} from './settings-form.ts'

export type LauncherSettingsEditor = Editor<LauncherSettingsForm, LauncherSettings> & {
  setField(name: LauncherSettingsField, value: string): void
}

/** What the tenant tells on the launcher. It is part of the tenant, and is neither created nor deleted. */
export function createLauncherSettingsEditor(parts: EditorParts, options: EditorOptions = {}): LauncherSettingsEditor {
  const { client, words } = parts
  const form = createLauncherSettingsForm()
  const editor = createEditor<LauncherSettingsForm, LauncherSettings>(
    parts,
    {
      form,
      idOf: () => id,
      violationsOf: ({ values }) =>
        violationsOf(LauncherSettings, launcherSettingsOf(values)).map((one) => ({
          ...one,
          fieldID: fieldOf(one.fieldID),
        })),
      isChanged: (state) => changedLauncherSettings(state).length > 0,
      changesOf: (state) =>
        changedLauncherSettings(state).map(({ name, label, before, after }) => ({
          field: name,
          label: words().say(label),
          removed: before === '' ? [] : [before],
          added: after === '' ? [] : [after],
        })),
      commandOf,
      read: () => client.call(getLauncherSettings),
      save: ({ values }, { etag }) =>
        client.call(putLauncherSettings, { body: launcherSettingsOf(values), ifMatch: etag }),
      sentences: { created: 'launcherSettings.saved', updated: 'launcherSettings.saved' },
      fieldOf,
      labelOf: (field) => {
        const label = launcherSettingsFields.find(({ name }) => name === field)?.label
        return label && words().say(label)
      },
      typedOf: (state) =>
        Object.fromEntries(changedLauncherSettings(state).map(({ name }) => [name, state.values[name]])),
      retype(content) {
        const typed = Object(content) as Readonly<Record<string, unknown>>
        const found = launcherSettingsFields.filter(({ name }) => typeof typed[name] === 'string')
        for (const { name } of found) form.setField(name, String(typed[name]))
        return found.length === 0 ? undefined : 'form.kept'
      },
    },
    { ...options, id },
  )
  return {
    ...editor,
    setField(name, value) {
      if (form.getState().values[name] === value) return
      form.setField(name, value)
      editor.touch(name)
    },
  }
}

/** There is one for each tenant. */
const id = 'launcher'

/** `announcement.text` and `announcement.until` are two fields of the form. */
function fieldOf(fieldID: string): string {
  if (fieldID === 'announcement.until') return 'until'
  return fieldID.startsWith('announcement') ? 'announcement' : fieldID
}

function commandOf(state: LauncherSettingsForm): string {
  const { announcement, accessContact } = launcherSettingsOf(state.values)
  const changed = new Set(changedLauncherSettings(state).map(({ name }) => name))
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
