import { identityProviderTypes, type IdentityProviderType } from '@portico/core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Place } from '../../../kit/terminal/app/place.ts'
import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import { guardOf, requestSave } from '../../../kit/terminal/editing/save-editor.ts'
import { createConfigurationForm, type ConfigurationForm } from './configuration-form.ts'
import { requestCheck } from './request-check.ts'

const certificate = readFileSync(join(import.meta.dirname, '../../../testing/certificate.pem'), 'utf8')
const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest

beforeEach(async () => {
  under = await openUnderTest()
})

/** Goes to a place and waits for its content. */
async function go(place: Place): Promise<void> {
  under.app.go(place)
  await under.app.work.settled()
}

const saved = (model: ConfigurationForm) => guardOf(model.saving).save()

/** Replaces the text of a form row. */
function type(model: ConfigurationForm, id: string, text: string): void {
  model.cursor.moveTo(id)
  expect(model.cursor.edit()).toBe(true)
  const field = model.cursor.field() as unknown as { set(value: string): void }
  field.set(text)
  model.cursor.stop()
}

const row = (model: ConfigurationForm, id: string) => {
  const found = model.cursor.rows().find((one) => one.id === id)
  return found?.kind === 'field' ? found : undefined
}

const valid: Readonly<Record<IdentityProviderType, Readonly<Record<string, string>>>> = {
  OIDC: { issuer: 'https://login.example.com', clientId: 'portico', clientSecret: 'hunter2-hunter2' },
  AAD2: { domainName: 'contoso.com', applicationId: 'app', applicationSecret: 'hunter2-hunter2' },
  AAD: { domainName: 'contoso.com', applicationId: 'app', applicationSecret: 'hunter2-hunter2' },
  OPENSAML: { entityId: 'https://idp', ssoUrl: 'https://idp.example.com/sso', signingCertificate1: certificate },
  ADFS_SAML: { entityId: 'http://adfs', ssoUrl: 'https://adfs.example.com/ls', signingCertificate1: certificate },
  SFDC_SAML: { entityId: 'https://sf', ssoUrl: 'https://sf.example.com/sso', signingCertificate1: certificate },
}

describe.each(identityProviderTypes)('a new %s', (providerType) => {
  it('names what is missing only after an attempt to save, then saves, and no secret is shown or kept', async () => {
    const model = createConfigurationForm(under.app, { type: providerType })
    const wanted = ['name', ...Object.keys(valid[providerType]).filter((id) => id !== 'clientSecret')]
    expect(wanted.map((id) => row(model, id)?.problem)).toEqual(wanted.map(() => undefined))
    requestSave(model.saving)
    expect(under.app.state.getState().dialog).toBeUndefined()
    for (const id of wanted) expect(row(model, id)?.problem, id).toBeTypeOf('string')

    type(model, 'name', ` My ${providerType} `)
    for (const [id, text] of Object.entries(valid[providerType])) type(model, id, text)
    expect(JSON.stringify(model.cursor.rows())).not.toContain('hunter2')
    expect(changeLines(model.editor).join()).not.toContain('hunter2')
    expect(await saved(model)).toBe(true)
    const [stored] = await under.providers()
    expect(stored).toMatchObject({ name: `My ${providerType}`, type: providerType, enabled: true })
    expect(JSON.stringify(model.editor.getState().form)).not.toContain('hunter2')
    expect(model.editor.hasChanges()).toBe(false)
  })
})

describe('a client secret', () => {
  const publicClient = () => {
    const model = createConfigurationForm(under.app, { type: 'OIDC' })
    type(model, 'name', 'Public')
    for (const id of ['issuer', 'clientId']) type(model, id, valid['OIDC'][id] ?? '')
    return model
  }

  it('may be missing: the provider is saved as a public client', async () => {
    expect(await saved(publicClient())).toBe(true)
    expect((await under.providers())[0]).toMatchObject({ name: 'Public', secrets: [] })
  })

  it('may not be missing, nor be forgotten, where ID tokens are signed with it', async () => {
    const model = publicClient()
    model.editor.setField('signatureAlgorithm', 'HS256')
    requestSave(model.saving)
    expect(row(model, 'clientSecret')?.problem).toBe('Enter the secret: it is needed to sign people in.')
    expect(await under.providers()).toEqual([])
  })
})

describe('a provider that exists', () => {
  /** As another person does; the primary one is not removed. */
  const remove = async (id: string) => expect((await under.at.run(['idp', 'delete', id, '--confirm', id])).code).toBe(0)
  const open = async () => {
    await under.addProvider('First', ['first.example'])
    const id = await under.addProvider('Acme', ['acme.example'])
    const model = createConfigurationForm(under.app, { id })
    await model.editor.load()
    return { id, model }
  }

  it('shows that a secret is stored, replaces it by what is typed, and keeps it where nothing is typed', async () => {
    const { id, model } = await open()
    expect(row(model, 'clientSecret')?.shown).toBe('stored')
    type(model, 'name', 'Acme two')
    expect(await saved(model)).toBe(true)
    expect(await under.at.tenant.providerSecrets(id)).toEqual({ clientSecret: 'not-a-secret-in-tests' })
    type(model, 'clientSecret', 'replaced-secret')
    expect(row(model, 'clientSecret')?.shown).toBe('will be replaced')
    expect(await saved(model)).toBe(true)
    await under.at.tenant.keepProvider(id)
    expect(await under.at.tenant.providerSecrets(id)).toEqual({ clientSecret: 'replaced-secret' })
  })

  it('shows what the server said about a field until the field is changed, by whatever key', async () => {
    const { model } = await open()
    under.at.before = ({ method }) =>
      method === 'PUT'
        ? {
            status: 400,
            body: {
              errorID: 'INVALID_REQUEST',
              errorMessage: 'No.',
              details: [{ errorID: 'X', errorMessage: 'Not for this provider.', fieldID: 'config.disableSlo' }],
            },
          }
        : undefined
    type(model, 'name', 'Acme two')
    model.view.setState({ showsMore: true })
    expect(await saved(model)).toBe(false)
    expect(row(model, 'disableSlo')?.problem).toBe('Not for this provider.')
    model.editor.setField('disableSlo', true)
    expect(row(model, 'disableSlo')?.problem).toBeUndefined()
  })

  it('says what the linter found at the field it is about', async () => {
    const { model } = await open()
    await vi.waitFor(() => expect(model.editor.check.getState().findings).toBeDefined())
    expect(row(model, 'issuer')?.warning).toContain('could not be read')
    expect(row(model, 'clientId')?.warning).toBeUndefined()
  })

  it('can be worked on while the linter still asks around', async () => {
    // The answer never comes.
    under.at.before = ({ path }) => (path.endsWith('/lint') ? new Promise(() => undefined) : undefined)
    const id = await under.addProvider('Acme')
    await go({ view: 'identity-provider', id })
    expect(under.app.state.getState().view.crumbs().at(-1)).toBe('Acme (OpenID Connect)')
  })

  it('warns for as long as signatures are not checked', async () => {
    const { model } = await open()
    const warning = () => model.cursor.rows().some((one) => one.id === 'note unsigned')
    expect(warning()).toBe(false)
    model.editor.setField('disableSignatureVerification', true)
    expect(warning()).toBe(true)
  })

  it('a stale save keeps what was typed, on top of the newer version', async () => {
    const { id, model } = await open()
    type(model, 'name', 'Mine')
    expect((await under.at.run(['idp', 'update', id, '--set', 'clientId=theirs'])).code).toBe(0)
    expect(await saved(model)).toBe(false)
    expect(under.app.state.getState().dialog?.title).toBe(under.app.words.say('stale.title'))
    await under.press('form.read-again')
    expect(model.editor.getState().form).toMatchObject({ name: 'Mine', values: { clientId: 'theirs' } })
    expect(await saved(model)).toBe(true)
  })

  it('deleted meanwhile, it is made again with what was typed where the person wants that', async () => {
    const { id, model } = await open()
    type(model, 'name', 'Mine')
    await remove(id)
    expect(await saved(model)).toBe(false)
    expect(under.app.state.getState().dialog?.title).toBe(under.app.words.say('gone.title'))
    await under.press('choice.c')
    expect((await under.providers()).map(({ name }) => name)).toEqual(['First', 'Mine'])
    expect(model.editor.hasChanges()).toBe(false)
  })

  it('deleted meanwhile, it is given up with what was typed, and the list is shown', async () => {
    const { id, model } = await open()
    type(model, 'name', 'Mine')
    await remove(id)
    expect(await saved(model)).toBe(false)
    await under.press('choice.l')
    expect([model.editor.hasChanges(), (await under.providers()).length]).toEqual([false, 1])
    expect(under.app.place()).toEqual({ view: 'identity-providers' })
  })

  it('asked to save twice at once, sends one request', async () => {
    const { model } = await open()
    type(model, 'name', 'Twice')
    expect(await Promise.all([saved(model), saved(model)])).toEqual([true, false])
    expect(under.at.received.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  it('a field that is hidden and wrong is shown when a save is refused because of it', async () => {
    const { model } = await open()
    model.editor.setField('tokenUrl', 'nowhere')
    expect(row(model, 'tokenUrl')).toBeUndefined()
    requestSave(model.saving)
    expect(row(model, 'tokenUrl')?.problem).toBe(under.app.words.say('ADDRESS_SHAPE'))
    expect(model.cursor.current()?.id).toBe('tokenUrl')
  })
})

it('a provider is checked before it is saved, once nothing in it breaks a rule', async () => {
  const model = createConfigurationForm(under.app, { type: 'OIDC' })
  const drafts = () => under.at.received.filter(({ path }) => path.endsWith('/idps/lint')).length
  await requestCheck(model)
  expect(drafts()).toBe(0)
  expect(row(model, 'issuer')?.problem).toBeTypeOf('string')
  type(model, 'name', 'Acme')
  for (const [id, text] of Object.entries(valid.OIDC)) type(model, id, text)
  type(model, 'issuer', 'http://127.0.0.1:9/oidc')
  await requestCheck(model)
  expect(drafts()).toBe(1)
  expect(under.layers.dialog()?.spoken().join('\n')).toMatch(/Issuer\n {2}.*could not be read/)
})

it('nothing is saved while the tenant is locked, and the answer says how to unlock it', async () => {
  const id = await under.addProvider('Acme')
  under.app.state.setState({ unlocked: new Set() })
  await go({ view: 'identity-provider', id })
  await under.press('form.edit')
  expect(under.app.state.getState().notice).toMatch(/:write/)
  await under.press('form.save')
  expect(under.app.state.getState().dialog).toBeUndefined()
  expect(under.at.received.filter(({ method }) => method === 'PUT')).toEqual([])
})

it('the primary provider cannot be deleted, another one only by its name', async () => {
  const first = await under.addProvider('First')
  const second = await under.addProvider('Second')
  await go({ view: 'identity-provider', id: first })
  await under.press('form.delete')
  expect(under.app.state.getState().notice).toBe(under.app.words.say('IDP_PRIMARY'))
  await go({ view: 'identity-provider', id: second })
  await under.press('form.delete')
  await under.press('typed.confirm')
  expect(under.app.state.getState().notice).toBe('Type Second to continue.')
  const field = under.layers.dialog()?.layer.field?.() as unknown as { set(value: string): void }
  field.set('Second')
  await under.press('typed.confirm')
  expect((await under.providers()).map(({ id }) => id)).toEqual([first])
  expect(under.app.place()).toEqual({ view: 'identity-providers' })
})

it('leaving with changes asks first', async () => {
  await under.addProvider('First')
  const id = await under.addProvider('Acme', ['acme.example'])
  await go({ view: 'identity-provider', id })
  // Moves from the name to "Enabled" and switches it off.
  await under.press('form.down')
  await under.press('form.edit')
  expect(under.core.leaveBlocker.wouldLose()).toBe(true)
  await go({ view: 'sign-ins' })
  expect(under.core.leaveBlocker.getState().showDialog).toBe(true)
  expect(under.app.place()).toEqual({ view: 'identity-provider', id })
})
