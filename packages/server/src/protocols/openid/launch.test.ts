import { getLauncherApplications } from '@portico/core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { testBaseUrl } from '../../testing/test-server.ts'
import { startOpenidServer, type OpenidServer } from './testing/openid-server.ts'

let portal: OpenidServer

beforeAll(async () => {
  portal = await startOpenidServer()
})
afterAll(() => portal?.close())

it('the launcher opens a registered application where it begins a sign-in, and others at their address', async () => {
  const initiateLoginUri = 'https://billing.example/initiate?tenant=acme'
  await portal.register(portal.acme, 'billing', { initiateLoginUri })
  await portal.register(portal.acme, 'billing', { initiateLoginUri: 'https://staging.example/initiate' }, 'staging')
  await portal.register(portal.acme, 'wiki')
  const browser = await portal.signIn(portal.acme)
  const outcome = await browser.core.client.call(getLauncherApplications)
  const urls = outcome.ok ? new Map(outcome.value.applications.map((one) => [one.id, one])) : new Map()
  const of = (label: string) => [...urls.values()].find((one) => one.label === label)?.launchUrl
  const billing = new URL(of('Billing') ?? '')
  expect(billing.origin + billing.pathname).toBe('https://billing.example/initiate')
  expect(Object.fromEntries(billing.searchParams)).toEqual({
    tenant: 'acme',
    iss: testBaseUrl,
    target_link_uri: 'https://billing.example/?environment=Production',
  })
  expect(of('wiki')).toBe('https://wiki.example/')
})
