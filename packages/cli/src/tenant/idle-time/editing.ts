/** Additional imports of the command that sets the idle time. */
export { createIdleTimeEditor } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
