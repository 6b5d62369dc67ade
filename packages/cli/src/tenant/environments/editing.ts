/** Additional imports of the command that renames an environment. */
export { createEnvironmentEditor } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
