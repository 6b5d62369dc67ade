import {
  clientMessages,
  createProvisioningEditor,
  getProvisioning,
  noProvisioning,
  type Core,
  type ProvisioningEditor,
} from '@portico/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { EditorActions } from '../../kit/editing/editor-actions.tsx'
import { answer, draw } from '../../kit/ui/testing/draw.tsx'
import { ConnectionTest } from './connection-test.tsx'

const place = {
  environment: { id: 'env', name: 'Production' },
  application: { id: 'app', label: 'Billing', urn: 'urn:app' },
}

const sent: unknown[] = []
async function open(failure: object | null, readOnly = false): Promise<ProvisioningEditor> {
  sent.length = 0
  const editors: ProvisioningEditor[] = []
  const make = (core: Core) => {
    core.branding.learn(clientMessages)
    const editor = createProvisioningEditor(core, place)
    editors.push(editor)
    return (
      <EditorActions editor={editor}>
        <ConnectionTest editor={editor} readOnly={readOnly} />
      </EditorActions>
    )
  }
  await draw(make, {
    send: ({ method, body }) => {
      if (method === getProvisioning.method) return Promise.resolve(answer(200, noProvisioning))
      sent.push(JSON.parse(body as string))
      return Promise.resolve(answer(200, { failure }))
    },
  })
  const [editor] = editors
  if (editor === undefined) throw new Error('no editor')
  await editor.load()
  return editor
}
const button = () => page.getByRole('button', { name: 'Test the connection' })
const typed = { url: 'https://billing.example/scim', bearerToken: 'of-billing' }

test('the connection is tested beside Save with what is typed, once both are there, and says what came back', async () => {
  const editor = await open({ kind: 'status', status: 401, detail: 'no such token' })
  await expect.element(button()).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button()).toHaveAccessibleDescription('Enter the base URL and the token first.')
  editor.set(typed)
  await button().click()
  await expect
    .element(page.getByRole('status').first())
    .toHaveTextContent(/rejected the token.*The answer was: no such token/)
  expect(sent).toEqual([typed])
  // Another token was not tested.
  editor.set({ bearerToken: 'of-another' })
  await expect.element(page.getByRole('status').first()).toHaveTextContent('')
})

test('where nothing can be saved, nothing is tested', async () => {
  await open(null, true)
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeVisible()
  expect(button().elements()).toEqual([])
})
