/** Additional imports of the commands that change support access. */
export { createSupportAccessEditor, savedSentence } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
