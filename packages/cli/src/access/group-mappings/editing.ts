/** What the commands that change mappings load beside the others. */
export { createMappingEditor, mappedGroupsOf, mappingInput } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
