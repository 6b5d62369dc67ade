import { afterEach, beforeEach, expect, it } from 'vitest'

import { addProvider } from '../../testing/signed-in.ts'
import { openProvidersUnderTest, type ProvidersUnderTest } from '../../tui/testing/providers-under-test.ts'

let under: ProvidersUnderTest
let copied: string[]

beforeEach(async () => {
  copied = []
  under = await openProvidersUnderTest({ copy: (text) => void copied.push(text) })
})

afterEach(() => under.close())

async function open(type: 'OIDC' | 'OPENSAML'): Promise<void> {
  const held = under.providers.providers.get(addProvider(under.providers, 'Acme'))
  if (held !== undefined) held.provider = { ...held.provider, type, config: {}, secrets: [] }
  under.app.go({ view: 'provider-values', id: 'idp-1' })
  await under.app.work.settled()
}

const shown = () => under.app.state.getState().view.spoken().join('\n')
const rollovers = () => under.portal.received.filter(({ path }) => path.endsWith('/rollover'))

it('shows what to give the provider, whole, and what to do at its side', async () => {
  await open('OPENSAML')
  expect(shown()).toContain('https://portal.example/saml')
  expect(shown()).toContain('/api/login/idps/idp-1/saml/acs')
  expect(shown()).toContain('At the provider’s side: SAML 2.0')
})

it('a value and the metadata go to the clipboard', async () => {
  await open('OPENSAML')
  await under.press('values.copy')
  await under.press('pick.take')
  await under.press('values.xml')
  expect(copied).toEqual(['https://portal.example/saml', '<EntityDescriptor/>'])
})

it('a step of replacing our keys is taken after it was read and agreed to, and in write mode alone', async () => {
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
