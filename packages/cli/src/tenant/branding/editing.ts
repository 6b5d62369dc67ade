/** Additional imports of the command that sets the branding. */
export { brandingInputOf, createBrandingEditor } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
