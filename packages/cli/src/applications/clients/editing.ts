/** Additional imports of the command that changes how an application signs people in. */
export { clientInputOf, clientValuesOf, createClientEditor } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
