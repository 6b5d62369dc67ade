import { beforeEach, expect, it } from 'vitest'

import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'
import { createConfigurationForm } from './configuration-form.ts'
import { requestGuide } from './guide-dialog.ts'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
let copied: string[]

beforeEach(async () => {
  copied = []
  under = await openUnderTest({ copy: (text) => void copied.push(text) })
})

let id: string

async function open(type: 'OIDC' | 'OPENSAML'): Promise<void> {
  const config = { entityId: 'urn:acme', ssoUrl: 'https://login.example.com/sso', signingCertificate1: under.publicPem }
  id = await under.addProvider('Acme', [], type === 'OIDC' ? undefined : { type, config })
  under.app.go({ view: 'provider-values', id })
  await under.app.work.settled()
}

const shown = () => under.app.state.getState().view.spoken().join('\n')
const rollovers = () => under.at.received.filter(({ path }) => path.endsWith('/rollover'))

it('shows what to give the provider, whole, and what to do at its side', async () => {
  await open('OPENSAML')
  expect(shown()).toContain(`${under.at.origin}/saml/`)
  expect(shown()).toContain(`/api/login/idps/${id}/saml/acs`)
  expect(shown()).toContain('At the provider: SAML 2.0')
})

it('a value and the metadata go to the clipboard', async () => {
  await open('OPENSAML')
  await under.press('values.copy')
  await under.press('pick.take')
  await under.press('values.xml')
  expect(copied).toEqual([expect.stringMatching(/^(?:http|urn):/), expect.stringContaining('EntityDescriptor')])
})

it('a step of replacing our keys is taken after it was read and confirmed, and only in write mode', async () => {
  await open('OPENSAML')
  await under.press('values.keys')
  await under.press('pick.down')
  await under.press('pick.take')
  expect(under.layers.dialog()?.spoken()[0]).toBe(under.app.words.say('keys.activateMessage'))
  expect(rollovers()).toEqual([])
  await under.press('keys.roll')
  expect(rollovers().map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ step: 'activate' }])

  under.app.state.setState({ unlocked: new Set() })
  await under.press('values.keys')
  expect(under.app.state.getState().notice).toMatch(/:write/)
})

it('OpenID Connect has neither metadata nor keys of ours to roll', async () => {
  await open('OIDC')
  await under.press('values.xml')
  expect(copied).toEqual([])
  await under.press('values.keys')
  expect(under.layers.dialog()).toBeUndefined()
})

it('a provider that is not saved yet shows the addresses that it will have', async () => {
  const model = createConfigurationForm(under.app, { type: 'OIDC' })
  await requestGuide(model)
  const steps = under.layers.dialog()?.spoken().join('\n') ?? ''
  const [, address] = /\/login\/idps\/([0-9a-f-]{36})\//.exec(steps) ?? []
  await under.press('values.copy')
  await under.press('pick.take')
  expect(copied).toHaveLength(1)

  const { editor } = model
  editor.setName('New')
  editor.setField('issuer', 'https://login.example.com')
  editor.setField('clientId', 'portico')
  editor.setSecret('clientSecret', { do: 'replace', text: 'not-a-secret-in-tests' })
  expect(await editor.save()).toMatchObject({ created: true })
  expect((await under.providers()).map((provider) => provider.id)).toEqual([address])
})
