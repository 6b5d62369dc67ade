import { createEditor, type Core, type Editor, type Outcome } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createStore } from 'zustand/vanilla'

import { draw } from '../ui/testing/draw.tsx'
import { saveForm } from '../ui/save-form.ts'
import { EditorForm, EditorFrame } from './editor-frame.tsx'

const start = location.pathname + location.search
afterEach(() => history.replaceState(null, '', start))

type Robot = { readonly name: string }
type RobotForm = Robot & { readonly stored: string }
type RobotEditor = Editor<RobotForm, Robot> & { rename(name: string): void }

const notFound: Outcome<never> = {
  ok: false,
  problem: { kind: 'expected', status: 404, code: '404', errorMessage: 'No robot has this id.', details: [] },
}
const unreachable: Outcome<never> = {
  ok: false,
  problem: { kind: 'system', code: 500, errorMessage: 'No server answered.', network: true },
}

/** An editor of a robot whose calls have these answers. */
function robotEditor(core: Core, id: string | undefined, read: () => Outcome<Robot>): RobotEditor {
  const store = createStore<RobotForm>(() => ({ name: '', stored: '' }))
  const editor = createEditor<RobotForm, Robot>(
    core,
    {
      form: {
        ...store,
        discard: () => store.setState(({ stored }) => ({ name: stored })),
        saved: ({ name }) => store.setState({ name, stored: name }),
        readAgain: ({ name }) => store.setState({ stored: name }),
      },
      idOf: ({ name }) => name,
      violationsOf: () => [],
      isChanged: ({ name, stored }) => name !== stored,
      changesOf: () => [],
      commandOf: () => '',
      read: () => Promise.resolve(read()),
      save: ({ name }) => Promise.resolve({ ok: true, value: { name } }),
      remove: () => Promise.resolve({ ok: true, value: undefined, etag: undefined } as Outcome<undefined>),
      sentences: { created: 'form.save', updated: 'form.save' },
      typedOf: ({ name }) => name,
      retype: () => undefined,
    },
    { id },
  )
  return { ...editor, rename: (name) => store.setState({ name }) }
}

type Properties = { readonly editor: RobotEditor; readonly onSaved?: () => void }

function RobotScreen({ editor, ...rest }: Properties) {
  const { form } = useEditor(editor)
  return (
    <EditorFrame editor={editor} notFound={<p>No such robot</p>}>
      <EditorForm
        {...rest}
        editor={editor}
        label="Robot"
        listPath="/portal/admin/robots"
        deletion={{ title: 'Delete it?', message: 'It is gone for good.', name: form.stored }}
      >
        <input aria-label="Name" value={form.name} onChange={(event) => editor.rename(event.target.value)} />
      </EditorForm>
    </EditorFrame>
  )
}

type Asked = Omit<Properties, 'editor'> & { readonly id?: string; readonly read?: () => Outcome<Robot> }

function Robots({ core, id, read, ...rest }: Asked & { readonly core: Core }) {
  const [editor] = useState(() => robotEditor(core, id, read ?? (() => notFound)))
  return <RobotScreen editor={editor} {...rest} />
}

const open = (asked: Asked) => draw((core) => <Robots core={core} {...asked} />)
const r2 = () => ({ ok: true, value: { name: 'R2' }, etag: '"1"' }) as Outcome<Robot>
const button = (name: string) => page.getByRole('button', { name, exact: true })
const nameField = () => page.getByRole('textbox', { name: 'Name' })

describe('the frame around an editor', () => {
  test('reads the object and draws the form with its values', async () => {
    await open({ id: 'R2', read: r2 })
    await expect.element(page.getByRole('form', { name: 'Robot' })).toBeVisible()
    await expect.element(nameField()).toHaveValue('R2')
  })

  test('shows what the screen says of an object that does not exist', async () => {
    await open({ id: 'R2' })
    await expect.element(page.getByText('No such robot')).toBeVisible()
    expect(page.getByRole('form').query()).toBeNull()
  })

  test('offers to read again what could not be read', async () => {
    let answer: Outcome<Robot> = unreachable
    await open({ id: 'R2', read: () => answer })
    await expect.element(button('Try again')).toBeVisible()
    answer = r2()
    await button('Try again').click()
    await expect.element(nameField()).toHaveValue('R2')
  })

  test('goes to the list after creating, and stays after a change', async () => {
    await open({})
    await nameField().fill('R2')
    await button('Save').click()
    await expect.poll(() => location.pathname).toBe('/portal/admin/robots')
    history.replaceState(null, '', start)
    await nameField().fill('R3')
    await button('Save').click()
    await expect.element(button('Save')).toBeDisabled()
    expect(location.pathname + location.search).toBe(start)
  })

  test('leaves it to the screen where to go after a save, if it asks for that', async () => {
    let saves = 0
    await open({ onSaved: () => (saves += 1) })
    await nameField().fill('R2')
    await button('Save').click()
    await expect.poll(() => saves).toBe(1)
    expect(location.pathname + location.search).toBe(start)
  })

  test('deletes after the name is typed, and goes to the list', async () => {
    await open({ id: 'R2', read: r2 })
    await button('Delete').click()
    const dialog = page.getByRole('dialog', { name: 'Delete it?' })
    await dialog.getByRole('textbox').fill('R2')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => location.pathname).toBe('/portal/admin/robots')
  })

  test('belongs to the Save shortcut', async () => {
    await open({})
    await expect.element(nameField()).toBeVisible()
    expect(saveForm()).toBe(true)
  })
})
