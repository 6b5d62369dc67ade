import { expect, it, vi } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { fetchPort } from '../../kit/http/port.ts'
import { messages } from '../../kit/words/compiled/english/first.ts'

const branding = {
  companyName: 'Acme',
  hasOwnName: false,
  applicationName: 'Portico',
  privacyPolicyUrl: '/privacy',
  supportUrl: null,
  analyticsInfoUrl: null,
  logo: null,
  primaryColor: null,
  accentColor: null,
}

/** A core whose server answers these sentences. */
function coreOf(answered: Readonly<Record<string, unknown>>, locale = 'en') {
  const fetch = async (request: Request) =>
    Response.json(request.url.includes('/i18n/') ? { locale, messages: answered } : branding)
  return createCore({
    http: fetchPort({ fetch, origin: 'https://portal.example', cookie: () => undefined }),
    clock: { now: () => 0 },
    memory: { get: () => undefined, set: () => undefined, remove: () => undefined },
  })
}

it('is answered when the name is known, before the sentences are, and also when the server fails', async () => {
  const never = new Promise<Response>(() => {})
  const answers = [() => Response.json(branding), () => new Response('', { status: 500 })]
  for (const answer of answers) {
    const core = createCore({
      http: fetchPort({
        fetch: async (request) => (request.url.includes('/i18n/') ? never : answer()),
        origin: 'https://portal.example',
        cookie: () => undefined,
      }),
      clock: { now: () => 0 },
      memory: { get: () => undefined, set: () => undefined, remove: () => undefined },
    })
    expect(core.branding.getState().isAnswered).toBe(false)
    void core.branding.fetch()
    await vi.waitFor(() => expect(core.branding.getState().isAnswered).toBe(true))
  }
})

it('the sentences of the build, answered by the server, leave the words as they are: no screen is drawn again', async () => {
  const core = coreOf(messages)
  const before = core.words()
  core.branding.learn({ 'form.save': ['Save'] })
  const learned = core.words()
  expect(learned).not.toBe(before)
  core.branding.learn({ 'form.save': ['Save'] })
  await core.branding.fetch()
  expect(core.branding.getState().branding).toEqual(branding)
  expect(core.words()).toBe(learned)
})

it.each([
  ['another sentence', { ...messages, 'portal.title': ['Door'] }, 'en'],
  ['another language', messages, 'de'],
])('%s from the server is used, and sentences that screens loaded stay', async (_, answered, locale) => {
  const core = coreOf(answered, locale)
  core.branding.learn({ 'form.save': ['Save'] })
  await core.branding.fetch()
  expect(core.words().locale).toBe(locale)
  expect(core.words().say('portal.title')).toBe(String(answered['portal.title']))
  expect(core.words().say('form.save')).toBe('Save')
})
