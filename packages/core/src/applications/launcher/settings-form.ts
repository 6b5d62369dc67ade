import { createStore } from 'zustand/vanilla'

import type { EditedForm } from '../../kit/editing/noun.ts'
import type { WordId } from '../../kit/words/english.ts'
import type { LauncherSettings } from './settings-contract.ts'

/** In the order of the form. `until`: RFC 3339, or '' for an announcement without an end. */
export const launcherSettingsFields = [
  { name: 'announcement', label: 'launcherSettings.announcement' },
  { name: 'until', label: 'launcherSettings.until' },
  { name: 'accessContact', label: 'launcherSettings.contact' },
] as const satisfies readonly { readonly name: string; readonly label: WordId }[]

export type LauncherSettingsField = (typeof launcherSettingsFields)[number]['name']
export type LauncherSettingsValues = Readonly<Record<LauncherSettingsField, string>>

/** `fetched` is what discard returns to. */
export type LauncherSettingsForm = {
  readonly values: LauncherSettingsValues
  readonly fetched: LauncherSettingsValues
}

const empty: LauncherSettingsValues = { announcement: '', until: '', accessContact: '' }

export function createLauncherSettingsForm(): EditedForm<LauncherSettingsForm, LauncherSettings> & {
  setField(name: LauncherSettingsField, value: string): void
} {
  const store = createStore<LauncherSettingsForm>(() => ({ values: empty, fetched: empty }))
  return {
    ...store,
    setField: (name, value) => store.setState(({ values }) => ({ values: { ...values, [name]: value } })),
    discard: () => store.setState(({ fetched }) => ({ values: fetched })),
    saved(settings) {
      const fetched = valuesOf(settings)
      store.setState({ values: fetched, fetched })
    },
    readAgain(settings, sent) {
      const { values, fetched: before } = store.getState()
      const base = sent?.values ?? before
      const fetched = valuesOf(settings)
      const typed = launcherSettingsFields.flatMap(({ name }) =>
        values[name] === base[name] ? [] : [[name, values[name]] as const],
      )
      store.setState({ fetched, values: { ...fetched, ...Object.fromEntries(typed) } })
    },
  }
}

/** What would be sent. An end without an announcement is left out. */
export function launcherSettingsOf({ announcement, until, accessContact }: LauncherSettingsValues): LauncherSettings {
  const text = announcement.trim()
  return {
    announcement: text === '' ? null : { text, until: until === '' ? null : until },
    accessContact: accessContact.trim() || null,
  }
}

/** The fields that a save would change, with the values that would be stored. */
export function changedLauncherSettings({ values, fetched }: LauncherSettingsForm) {
  const input = valuesOf(launcherSettingsOf(values))
  return launcherSettingsFields.flatMap(({ name, label }) =>
    input[name] === fetched[name] ? [] : [{ name, label, before: fetched[name], after: input[name] }],
  )
}

function valuesOf({ announcement, accessContact }: LauncherSettings): LauncherSettingsValues {
  return {
    announcement: announcement?.text ?? '',
    until: announcement?.until ?? '',
    accessContact: accessContact ?? '',
  }
}
