import { identityProviderTypes, type IdentityProviderType } from '@portico/core'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { addProvider } from '../../testing/signed-in.ts'
import type { Place } from '../../terminal/app/place.ts'
import { openProvidersUnderTest, type ProvidersUnderTest } from '../../tui/testing/providers-under-test.ts'
import { changeLines } from '../../terminal/editing/change-lines.ts'
import { guardOf, requestSave } from '../../terminal/editing/save-editor.ts'
import { createConfigurationForm, type ConfigurationForm } from './configuration-form.ts'
import { requestCheck } from './request-check.ts'

const certificate = readFileSync(join(import.meta.dirname, '../../testing/certificate.pem'), 'utf8')
let under: ProvidersUnderTest

beforeEach(async () => {
  under = await openProvidersUnderTest()
})

afterEach(() => under.close())

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
    const [stored] = [...under.providers.providers.values()]
    expect(stored?.provider).toMatchObject({ name: `My ${providerType}`, type: providerType, enabled: true })
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
    expect([...under.providers.providers.values()][0]?.provider).toMatchObject({ name: 'Public', secrets: [] })
  })

  it('may not be missing, nor be forgotten, where ID tokens are signed with it', async () => {
    const model = publicClient()
    model.editor.setField('signatureAlgorithm', 'HS256')
    requestSave(model.saving)
    expect(row(model, 'clientSecret')?.problem).toBe('Enter the secret: it is needed to sign people in.')
    expect(under.providers.providers.size).toBe(0)
  })
})

describe('a provider that exists', () => {
  const open = async () => {
    const id = addProvider(under.providers, 'Acme', ['acme.example'])
    const model = createConfigurationForm(under.app, { id })
    await model.editor.load()
    return { id, model }
  }

  it('shows that a secret is stored, replaces it by what is typed, and keeps it where nothing is typed', async () => {
    const { id, model } = await open()
    under.providers.secrets.set(id, { clientSecret: 'as it was' })
    expect(row(model, 'clientSecret')?.shown).toBe('stored')
    type(model, 'name', 'Acme two')
    expect(await saved(model)).toBe(true)
    expect(under.providers.secrets.get(id)).toEqual({ clientSecret: 'as it was' })
    type(model, 'clientSecret', 'replaced-secret')
    expect(row(model, 'clientSecret')?.shown).toBe('will be replaced')
    expect(await saved(model)).toBe(true)
    expect(under.providers.secrets.get(id)).toEqual({ clientSecret: 'replaced-secret' })
  })

  it('shows what the server said about a field until the field is changed, by whatever key', async () => {
    const { model } = await open()
    under.portal.state.override = ({ method }) =>
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
    under.providers.findings = [
      {
        severity: 'error',
        code: 'x',
        message: 'The address does not answer.',
        todo: 'Mend it.',
        fieldID: 'config.issuer',
      },
      { severity: 'note', code: 'y', message: 'All is well here.', todo: '', fieldID: 'config.clientId' },
    ]
    const { model } = await open()
    await vi.waitFor(() => expect(model.editor.check.getState().findings).toBeDefined())
    expect(row(model, 'issuer')?.warning).toBe('The address does not answer.')
    expect(row(model, 'clientId')?.warning).toBeUndefined()
  })

  it('can be worked on while the linter still asks around', async () => {
    const { also } = under.portal.state
    // Accepts the request but never responds.
    under.portal.state.also = (request, response) =>
      request.path.endsWith('/lint') || also?.(request, response) === true
    addProvider(under.providers, 'Acme')
    await go({ view: 'identity-provider', id: 'idp-1' })
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
    const held = under.providers.providers.get(id)
    if (held === undefined) throw new Error('It is gone.')
    held.version += 1
    held.provider = { ...held.provider, config: { ...held.provider.config, clientId: 'theirs' } }
    expect(await saved(model)).toBe(false)
    expect(under.app.state.getState().dialog?.title).toBe(under.app.words.say('stale.title'))
    await under.press('form.read-again')
    expect(model.editor.getState().form).toMatchObject({ name: 'Mine', values: { clientId: 'theirs' } })
    expect(await saved(model)).toBe(true)
  })

  it('deleted meanwhile, it is made again with what was typed where the person wants that', async () => {
    const { id, model } = await open()
    type(model, 'name', 'Mine')
    under.providers.providers.delete(id)
    expect(await saved(model)).toBe(false)
    expect(under.app.state.getState().dialog?.title).toBe(under.app.words.say('gone.title'))
    await under.press('choice.c')
    expect([...under.providers.providers.values()].map(({ provider }) => provider.name)).toEqual(['Mine'])
    expect(model.editor.hasChanges()).toBe(false)
  })

  it('deleted meanwhile, it is given up with what was typed, and the list is shown', async () => {
    const { id, model } = await open()
    type(model, 'name', 'Mine')
    under.providers.providers.delete(id)
    expect(await saved(model)).toBe(false)
    await under.press('choice.l')
    expect([model.editor.hasChanges(), under.providers.providers.size]).toEqual([false, 0])
    expect(under.app.place()).toEqual({ view: 'identity-providers' })
  })

  it('asked to save twice at once, sends one request', async () => {
    const { model } = await open()
    type(model, 'name', 'Twice')
    expect(await Promise.all([saved(model), saved(model)])).toEqual([true, false])
    expect(under.portal.received.filter(({ method }) => method === 'PUT')).toHaveLength(1)
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
  under.providers.findings = [
    { severity: 'warning', code: 'x', message: 'The address is slow.', todo: 'Ask why.', fieldID: 'config.issuer' },
  ]
  const model = createConfigurationForm(under.app, { type: 'OIDC' })
  const drafts = () => under.portal.received.filter(({ path }) => path.endsWith('/idps/lint')).length
  await requestCheck(model)
  expect(drafts()).toBe(0)
  expect(row(model, 'issuer')?.problem).toBeTypeOf('string')
  type(model, 'name', 'Acme')
  for (const [id, text] of Object.entries(valid.OIDC)) type(model, id, text)
  await requestCheck(model)
  expect(drafts()).toBe(1)
  expect(under.layers.dialog()?.spoken()).toEqual(['May fail: Issuer', '  The address is slow.', '  Ask why.', ''])
})

it('nothing is saved while the tenant is locked, and the answer says how to unlock it', async () => {
  addProvider(under.providers, 'Acme')
  under.app.state.setState({ unlocked: new Set() })
  await go({ view: 'identity-provider', id: 'idp-1' })
  await under.press('form.edit')
  expect(under.app.state.getState().notice).toMatch(/:write/)
  await under.press('form.save')
  expect(under.app.state.getState().dialog).toBeUndefined()
  expect(under.portal.received.filter(({ method }) => method === 'PUT')).toEqual([])
})

it('the primary provider cannot be deleted, another one only by its name', async () => {
  addProvider(under.providers, 'First')
  addProvider(under.providers, 'Second')
  await go({ view: 'identity-provider', id: 'idp-1' })
  await under.press('form.delete')
  expect(under.app.state.getState().notice).toBe(under.app.words.say('IDP_PRIMARY'))
  await go({ view: 'identity-provider', id: 'idp-2' })
  await under.press('form.delete')
  await under.press('typed.confirm')
  expect(under.app.state.getState().notice).toBe('Type Second to go on.')
  const field = under.layers.dialog()?.layer.field?.() as unknown as { set(value: string): void }
  field.set('Second')
  await under.press('typed.confirm')
  expect([...under.providers.providers.keys()]).toEqual(['idp-1'])
  expect(under.app.place()).toEqual({ view: 'identity-providers' })
})

it('leaving with changes asks first', async () => {
  addProvider(under.providers, 'Acme')
  await go({ view: 'identity-provider', id: 'idp-1' })
  // Moves from the name to "Enabled" and switches it off.
  await under.press('form.down')
  await under.press('form.edit')
  expect(under.core.leaveBlocker.wouldLose()).toBe(true)
  await go({ view: 'sign-ins' })
  expect(under.core.leaveBlocker.getState().showDialog).toBe(true)
  expect(under.app.place()).toEqual({ view: 'identity-provider', id: 'idp-1' })
})
