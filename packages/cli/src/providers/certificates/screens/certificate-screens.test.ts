import { beforeEach, expect, it } from 'vitest'

import { createConfigurationForm } from '../../identity-providers/screens/configuration-form.ts'
import { madeCertificate } from '../../../testing/portal-server.ts'
import { providersUnderTest, type ProvidersUnderTest } from '../../../app/tui/testing/providers-under-test.ts'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
const dayMs = 86_400_000
const certificate = (days: number) =>
  madeCertificate({
    commonName: `${days} days`,
    notBefore: new Date(Date.now() - 400 * dayMs),
    notAfter: new Date(Date.now() + days * dayMs),
  })
const valid = certificate(200.5)
const expired = certificate(-3.5)

beforeEach(async () => {
  under = await openUnderTest()
})

let id: string
async function open(...certificates: readonly { readonly pem: string }[]): Promise<void> {
  const slots = certificates.map(({ pem }, at) => [`signingCertificate${at + 1}`, pem])
  const config = { entityId: 'urn:acme', ssoUrl: 'https://login.example.com/sso', ...Object.fromEntries(slots) }
  id = await under.addProvider('Acme', [], { type: 'OPENSAML', config })
  under.app.go({ view: 'certificates' })
  await under.app.work.settled()
}

const notice = () => under.app.state.getState().notice
function type(text: string): void {
  const field = under.layers.dialog()?.layer.field?.() as { set(value: string): void } | undefined
  field?.set(text)
}
const extensions = () => under.at.received.filter(({ path }) => path.endsWith('/extended-expiry'))

it('the one that ends first is on top, with its days', async () => {
  await open(valid, expired)
  const [spoken = ''] = under.app.state.getState().view.spoken()
  expect(spoken).toContain('Days left: -3')
})

it('its identity provider says when it was added', async () => {
  await open(valid)
  const { cursor, editor } = createConfigurationForm(under.app, { id })
  await editor.load()
  const rows = cursor.rows().filter((one) => one.kind === 'field')
  expect(rows.find((one) => one.id === 'signingCertificate1')?.shown).toMatch(
    /^until \d{4}-\d\d-\d\d, added now, CN=200.5 days/,
  )
})

it('an expired one is authorised for 72 more hours, with a reason that is kept', async () => {
  await open(expired)
  await under.press('certificate.extend')
  await under.press('typed.confirm')
  expect(notice()).toBe(under.app.words.say('REASON_REQUIRED'))
  expect(extensions()).toEqual([])
  type('New certificate on Monday')
  await under.press('typed.confirm')
  expect(extensions().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { fingerprint: expired.fingerprint, reason: 'New certificate on Monday' },
  ])
  await under.press('certificate.extend')
  expect(notice()).toBe(under.app.words.say('EXTENSION_USED'))
})

it('one that is valid, and any while the tenant is locked, is not', async () => {
  await open(valid)
  await under.press('certificate.extend')
  expect(notice()).toBe(under.app.words.say('EXTENSION_NOT_EXPIRED'))
  under.app.state.setState({ unlocked: new Set() })
  await under.press('certificate.extend')
  expect(notice()).toMatch(/:write/)
})

it('the metadata is read on request, and one of two certificates is retired after a question', async () => {
  await open(valid, expired)
  await under.press('certificate.refresh')
  expect(notice()).toBe(under.app.words.say('METADATA_URL_REQUIRED'))
  await under.press('certificate.retire')
  expect(under.layers.dialog()?.spoken().join(' ')).toContain('Signing certificate 2')
  await under.press('choice.r')
  const retired = under.at.received.filter(({ path }) => path.endsWith('/certificate/retire'))
  expect(retired.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ fingerprint: expired.fingerprint }])
  await under.app.work.settled()
  const rows = under.app.state.getState().view.spoken()
  expect(rows.filter((row) => row.includes('Days left'))).toHaveLength(1)
})
