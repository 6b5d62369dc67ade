/** Additional imports of the commands that change service accounts. */
export { createServiceAccountEditor, partsToSave } from '@portico/core'
export { editorParts } from '../../kit/context/editing.ts'
