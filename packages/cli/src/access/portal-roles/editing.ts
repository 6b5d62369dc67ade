/** Additional imports of the command that changes who holds a role of the portal. */
export { createPortalRoleEditor, roleGroupsInput } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
