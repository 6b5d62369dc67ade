import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { addProvider } from '../../testing/signed-in.ts'
import { openProvidersUnderTest, type ProvidersUnderTest } from '../../terminal/testing/providers-under-test.ts'
import { createFormatsModel } from './formats-model.ts'

let under: ProvidersUnderTest

beforeEach(async () => {
  under = await openProvidersUnderTest()
})

afterEach(() => under.close())

async function open(suffixes: readonly string[] = ['acme.example']) {
  addProvider(under.providers, 'Globex', ['globex.example'])
  const id = addProvider(under.providers, 'Acme', suffixes)
  const model = createFormatsModel(under.app, id)
  await model.load()
  const shown = () => model.cursor.rows().flatMap((row) => (row.kind === 'field' ? [row.label] : []))
  return { id, model, shown }
}

describe('the username formats of a provider', () => {
  it('a provider without any says so, and what that means', async () => {
    const { model } = await open([])
    const [note] = model.cursor.rows()
    expect(note).toMatchObject({
      kind: 'note',
      look: 'warn',
      text: expect.stringContaining('No Formats configured') as string,
    })
  })

  it('are shown as they stand in a username', async () => {
    const { model, shown } = await open()
    model.form.add('prefixes', 'acme\\')
    expect(shown()).toEqual(['@acme.example', 'ACME\\'])
  })

  it('a domain of another provider is refused at its row, and the others are not accused', async () => {
    const { model } = await open()
    model.form.add('suffixes', '@Globex.example')
    model.form.remove('suffixes', 'acme.example')
    expect(await model.persist()).toBe(false)
    const complaints = model.cursor.rows().flatMap((row) => (row.kind === 'field' ? [[row.label, row.complaint]] : []))
    expect(complaints).toEqual([['@globex.example', 'It belongs to the identity provider “Globex”.']])
    expect(model.cursor.current()?.id).toBe('suffixes globex.example')
    model.form.remove('suffixes', 'globex.example')
    expect(under.core.feedback.getState().expected).toBeUndefined()
    model.form.add('suffixes', 'globex.example')
    expect(model.cursor.rows().find((row) => row.id === 'suffixes globex.example')).toMatchObject({
      complaint: undefined,
    })
    model.form.remove('suffixes', 'globex.example')
    model.form.add('suffixes', 'acme.org')
    expect(await model.persist()).toBe(true)
    expect(under.providers.providers.get('idp-2')?.provider.suffixes).toEqual(['acme.org'])
  })

  it('discard brings back what was read', async () => {
    const { model, shown } = await open()
    model.form.remove('suffixes', 'acme.example')
    expect(model.isDirty()).toBe(true)
    model.discard()
    expect(model.isDirty()).toBe(false)
    expect(shown()).toEqual(['@acme.example'])
  })

  it('nothing is sent while the tenant is locked', async () => {
    const { model } = await open()
    model.form.add('suffixes', 'acme.org')
    under.app.state.setState({ unlocked: new Set() })
    expect(await model.persist()).toBe(false)
    expect(under.app.state.getState().notice).toMatch(/:write/)
    expect(under.portal.received.filter(({ method }) => method === 'PUT')).toEqual([])
  })
})
