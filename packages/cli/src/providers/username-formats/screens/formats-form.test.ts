import { beforeEach, describe, expect, it } from 'vitest'

import { guardOf } from '../../../kit/terminal/editing/save-editor.ts'
import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'
import { createFormatsForm } from './formats-form.ts'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest

beforeEach(async () => {
  under = await openUnderTest()
})

async function open(suffixes: readonly string[] = ['acme.example']) {
  await under.addProvider('Globex', ['globex.example'])
  const id = await under.addProvider('Acme', suffixes)
  const form = createFormatsForm(under.app, id)
  await form.load()
  const { editor, cursor } = form
  const shown = () => cursor.rows().flatMap((row) => (row.kind === 'field' ? [row.label] : []))
  return { id, editor, cursor, shown, saved: () => guardOf(form.saving).save() }
}

describe('the username formats of a provider', () => {
  it('a provider without any says so, and what that means', async () => {
    const { cursor } = await open([])
    const [note] = cursor.rows()
    expect(note).toMatchObject({
      kind: 'note',
      look: 'warn',
      text: expect.stringContaining('No Formats configured') as string,
    })
  })

  it('those of the primary provider cannot be emptied', async () => {
    const main = {
      name: 'Main',
      type: 'OIDC',
      primary: true,
      config: { issuer: 'http://127.0.0.1:9/main', clientId: 'portico' },
      clientSecret: 'not-a-secret-in-tests',
      emailSuffixes: ['main.example'],
    }
    under = await openUnderTest({ tenant: { identityProviders: [main] } })
    const [primary] = await under.providers()
    if (primary === undefined) throw new Error('The tenant has no primary provider.')
    const form = createFormatsForm(under.app, primary.id)
    await form.load()
    for (const value of primary.suffixes) form.editor.take('suffixes', value)
    expect(await guardOf(form.saving).save()).toBe(false)
    expect(form.cursor.rows()[0]).toMatchObject({
      text: 'No Formats configured. The primary identity provider needs a username format: without one no one could sign in.',
    })
    expect((await under.providers()).find(({ id }) => id === primary.id)?.suffixes).toEqual(primary.suffixes)
  })

  it('are shown as they appear in a username', async () => {
    const { editor, shown } = await open()
    editor.add('prefixes', 'acme\\')
    expect(shown()).toEqual(['@acme.example', 'ACME\\'])
  })

  it('a domain of another provider is refused at its row, and the others are not accused', async () => {
    const { editor, cursor, saved } = await open()
    editor.add('suffixes', '@Globex.example')
    editor.take('suffixes', 'acme.example')
    expect(await saved()).toBe(false)
    const problems = cursor.rows().flatMap((row) => (row.kind === 'field' ? [[row.label, row.problem]] : []))
    expect(problems).toEqual([['@globex.example', '“globex.example” belongs to the identity provider “Globex”.']])
    expect(cursor.current()?.id).toBe('suffixes globex.example')
    editor.take('suffixes', 'globex.example')
    expect(under.core.feedback.getState().expected).toBeUndefined()
    editor.add('suffixes', 'globex.example')
    expect(cursor.rows().find((row) => row.id === 'suffixes globex.example')).toMatchObject({
      problem: undefined,
    })
    editor.take('suffixes', 'globex.example')
    editor.add('suffixes', 'acme.org')
    expect(await saved()).toBe(true)
    expect((await under.providers()).find(({ name }) => name === 'Acme')?.suffixes).toEqual(['acme.org'])
  })

  it('discard brings back what was read', async () => {
    const { editor, shown } = await open()
    editor.take('suffixes', 'acme.example')
    expect(editor.hasChanges()).toBe(true)
    editor.discard()
    expect(editor.hasChanges()).toBe(false)
    expect(shown()).toEqual(['@acme.example'])
  })

  it('nothing is sent while the tenant is locked', async () => {
    const { editor, saved } = await open()
    editor.add('suffixes', 'acme.org')
    under.app.state.setState({ unlocked: new Set() })
    expect(await saved()).toBe(false)
    expect(under.app.state.getState().notice).toMatch(/:write/)
    expect(under.at.received.filter(({ method }) => method === 'PUT')).toEqual([])
  })
})
