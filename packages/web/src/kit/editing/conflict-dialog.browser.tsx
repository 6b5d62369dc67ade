import {
  createUsernameFormatsEditor,
  type HttpAnswer,
  type HttpRequest,
  type UsernameFormatsEditor,
} from '@portico/core'
import { useEditor } from '@portico/core/react'
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { ConflictDialog } from './conflict-dialog.tsx'
import { draw } from '../ui/testing/draw.tsx'

const start = location.pathname + location.search
afterEach(() => history.replaceState(null, '', start))

type Stored = { suffixes: readonly string[]; version: number } | undefined

/** The username formats of one provider on a server of the test's own. */
function server(first: Stored) {
  let stored = first
  const sent: string[] = []
  const shown = (status: number, body: unknown): HttpAnswer => ({
    status,
    statusText: '',
    header: (name) => (name === 'etag' ? `"${stored?.version}"` : undefined),
    text: () => Promise.resolve(JSON.stringify(body)),
  })
  const refused = (status: number, errorID: string) => shown(status, { errorID, errorMessage: errorID, details: [] })
  const send = (request: HttpRequest): Promise<HttpAnswer> => {
    sent.push(request.method)
    if (stored === undefined) return Promise.resolve(refused(404, 'NOT_FOUND'))
    if (request.method === 'PUT') {
      if (request.headers['If-Match'] !== `"${stored.version}"`) return Promise.resolve(refused(412, 'STALE'))
      const body = JSON.parse(request.body as string) as { suffixes: string[] }
      stored = { suffixes: body.suffixes, version: stored.version + 1 }
    }
    return Promise.resolve(shown(200, { suffixes: stored.suffixes, prefixes: [] }))
  }
  return { send, sent, become: (next: Stored) => void (stored = next), stored: () => stored }
}

function Formats({ editor }: { editor: UsernameFormatsEditor }) {
  const { suffixes } = useEditor(editor).form
  return (
    <>
      <button type="button" onClick={() => void editor.save()}>
        Save
      </button>
      <p>Formats: {suffixes.join(' ')}</p>
      <ConflictDialog editor={editor} listPath="/portal/admin/idps" onSave={() => void editor.save()} />
    </>
  )
}

/** Read at version 1, then b.example typed, then another person's change, then saved. */
async function openConflict(meanwhile: Stored) {
  const at = server({ suffixes: ['a.example'], version: 1 })
  let editor!: UsernameFormatsEditor
  await draw((core) => <Formats editor={(editor = createUsernameFormatsEditor(core, { id: 'idp-1' }))} />, at)
  await editor.load()
  editor.add('suffixes', 'b.example')
  await expect.element(page.getByText('Formats: a.example b.example')).toBeVisible()
  at.become(meanwhile)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return { ...at, editor }
}

const newer = { suffixes: ['a.example', 'c.example'], version: 2 }
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name })

describe('the dialog about a change meanwhile', () => {
  test('offers to read again first, with the focus on it', async () => {
    await openConflict(newer)
    await expect.element(page.getByRole('dialog', { name: 'This was changed in the meantime' })).toBeVisible()
    await expect.element(inDialog('Read again')).toHaveFocus()
  })

  test('reads the newer version, keeps what was typed, and the next save is accepted', async () => {
    const { stored } = await openConflict(newer)
    await inDialog('Read again').click()
    await expect.element(page.getByText('Formats: a.example b.example c.example')).toBeVisible()
    expect(page.getByRole('dialog').query()).toBeNull()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => stored()).toEqual({ suffixes: ['a.example', 'b.example', 'c.example'], version: 3 })
  })

  test.each(['Cancel', 'Escape'])('leaves everything as it was on %s', async (how) => {
    const { stored, sent } = await openConflict(newer)
    const requests = sent.length
    await (how === 'Cancel' ? inDialog('Cancel').click() : userEvent.keyboard('{Escape}'))
    await expect.poll(() => page.getByRole('dialog').query()).toBeNull()
    await expect.element(page.getByText('Formats: a.example b.example')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Save' })).toHaveFocus()
    expect(stored()).toEqual(newer)
    expect(sent).toHaveLength(requests)
  })
})

describe('the dialog about a deletion meanwhile', () => {
  test('leads back to the list, and nothing typed holds that up', async () => {
    const { editor } = await openConflict(undefined)
    await expect.element(page.getByRole('dialog', { name: 'This was deleted meanwhile' })).toBeVisible()
    await expect.element(inDialog('Back to the list')).toHaveFocus()
    // A part of a provider cannot be created again by itself.
    expect(inDialog('Create again').query()).toBeNull()
    await inDialog('Back to the list').click()
    await expect.poll(() => location.pathname).toBe('/portal/admin/idps')
    expect(editor.hasChanges()).toBe(false)
  })
})
