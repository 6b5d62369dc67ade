/** What the commands that change webhooks load beside the others. */
export { createWebhookEditor } from '@portico/core'
export { editorParts, saveOrFail } from '../../kit/context/editing.ts'
