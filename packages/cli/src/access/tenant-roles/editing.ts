/** What the commands that change tenant roles load beside the others. */
export { createTenantRoleEditor } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
