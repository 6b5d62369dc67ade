/** Additional imports of the command that sets what the launcher tells. */
export { createLauncherSettingsEditor, launcherSettingsOf } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
