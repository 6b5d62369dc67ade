/** Additional imports of the commands that change formats. */
export { createUsernameFormatsEditor, formatsOf } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
