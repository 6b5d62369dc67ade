/** Additional imports of the commands that change identity providers. */
export { createIdentityProviderEditor, providerInputOf, valuesOfConfig } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
