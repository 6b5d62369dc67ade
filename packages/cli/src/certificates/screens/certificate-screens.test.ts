import type { CertificateRow } from '@portico/core'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { openProvidersUnderTest, type ProvidersUnderTest } from '../../tui/testing/providers-under-test.ts'

let under: ProvidersUnderTest
const fingerprint = 'a'.repeat(64)

const row = (slot: 1 | 2, notAfter: string, extendedUntil: string | null = null): CertificateRow => ({
  idp: 'idp-1',
  idpName: 'Acme',
  slot,
  subject: `CN=slot ${slot}`,
  fingerprint: slot === 1 ? fingerprint : 'b'.repeat(64),
  notBefore: '2024-01-01T00:00:00Z',
  notAfter,
  state: Date.parse(notAfter) < Date.parse('2026-11-21T12:00:00Z') ? 'expired' : 'valid',
  extendedUntil,
  lastUsedAt: null,
})

beforeEach(async () => {
  under = await openProvidersUnderTest()
})

afterEach(() => under.close())

async function open(certificates: CertificateRow[]): Promise<void> {
  under.providers.certificates = certificates
  under.app.go({ view: 'certificates' })
  await under.app.work.settled()
}

const notice = () => under.app.state.getState().notice
function type(text: string): void {
  const field = under.layers.dialog()?.layer.field?.() as { set(value: string): void } | undefined
  field?.set(text)
}
const extensions = () => under.portal.received.filter(({ path }) => path.endsWith('/extended-expiry'))

it('the one that ends first is on top, with its days', async () => {
  await open([row(1, '2027-06-01T00:00:00Z'), row(2, '2026-11-18T12:00:00Z')])
  const [spoken = ''] = under.app.state.getState().view.spoken()
  expect(spoken).toContain('Days left: -3')
})

it('an expired one is authorised for 72 more hours, with a reason that is kept', async () => {
  await open([row(1, '2026-11-18T12:00:00Z')])
  await under.press('certificate.extend')
  await under.press('typed.confirm')
  expect(notice()).toBe(under.app.words.say('REASON_REQUIRED'))
  expect(extensions()).toEqual([])
  type('New certificate on Monday')
  await under.press('typed.confirm')
  expect(extensions().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { fingerprint, reason: 'New certificate on Monday' },
  ])
  await under.press('certificate.extend')
  expect(notice()).toBe(under.app.words.say('EXTENSION_USED'))
})

it('one that is valid, and any while the tenant is locked, is not', async () => {
  await open([row(1, '2027-06-01T00:00:00Z')])
  await under.press('certificate.extend')
  expect(notice()).toBe(under.app.words.say('EXTENSION_NOT_EXPIRED'))
  under.app.state.setState({ unlocked: new Set() })
  await under.press('certificate.extend')
  expect(notice()).toMatch(/:write/)
})
