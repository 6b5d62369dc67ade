/** What the commands that change formats load beside the others. */
export { createUsernameFormatsEditor, formatsOf } from '@portico/core'
export { editorParts, saveOrFail } from '../context/editing.ts'
