import type { EditedField } from '../../kit/editing/fields-editor.ts'
import type { LauncherSettings } from './settings-contract.ts'

/** `until`: RFC 3339, or '' for an announcement without an end. */
export type LauncherSettingsValues = {
  readonly announcement: string
  readonly until: string
  readonly accessContact: string
}

/** In the order of the form. */
export const launcherSettingsFields = [
  { name: 'announcement', label: 'launcherSettings.announcement' },
  {
    name: 'until',
    label: 'launcherSettings.until',
    lines: (values) => [launcherSettingsOf(values).announcement?.until ?? ''].filter((until) => until !== ''),
  },
  { name: 'accessContact', label: 'launcherSettings.contact' },
] as const satisfies readonly EditedField<LauncherSettingsValues>[]

/** What would be sent. An end without an announcement is left out. */
export function launcherSettingsOf({ announcement, until, accessContact }: LauncherSettingsValues): LauncherSettings {
  const text = announcement.trim()
  return {
    announcement: text === '' ? null : { text, until: until === '' ? null : until },
    accessContact: accessContact.trim() || null,
  }
}
