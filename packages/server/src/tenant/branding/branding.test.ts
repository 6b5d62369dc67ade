import { createWords, en, getBranding, getWords } from '@portico/core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createBrowser, createTestServer, testBaseUrl, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ companyName: 'Acme', supportUrl: 'https://help.example/' })
})
afterAll(() => server.close())

it('anyone reads the names and links of the login page', async () => {
  const { core } = createBrowser(server, testBaseUrl)
  expect(await core.client.call(getBranding)).toMatchObject({
    ok: true,
    value: {
      companyName: 'Acme',
      applicationName: 'Portico',
      supportUrl: 'https://help.example/',
      analyticsInfoUrl: null,
    },
  })
})

it('the answer has all sentences compiled, which need no parser', async () => {
  const { core } = createBrowser(server, testBaseUrl)
  const outcome = await core.client.call(getWords, { query: {} })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  expect(Object.keys(outcome.value.messages)).toEqual(Object.keys(en))
  const words = createWords(outcome.value.locale, outcome.value.messages as Parameters<typeof createWords>[1])
  expect(words.say('launcher.count', { count: 1 })).toBe('1 application')
  expect(words.say('launcher.count', { count: 0 })).toBe('No applications')
  expect(words.say('session.endingMessage', { seconds: 2 })).toMatch(/ends in 2 seconds\./)
})

it('the stores load both at start, and keep the built-in sentences if the server is unreachable', async () => {
  const { core } = createBrowser(server, testBaseUrl)
  await core.branding.fetch()
  expect(core.branding.getState().branding?.companyName).toBe('Acme')
  const away = createBrowser({ fetch: () => Promise.reject(new Error('away')) }, testBaseUrl)
  await away.core.branding.fetch()
  expect(away.core.branding.getState().words.say('login.title')).toBe('Sign in')
})
