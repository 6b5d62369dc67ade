import { afterAll, beforeAll, expect, it, test } from 'vitest'

import { createTestServer, testBaseUrl, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const get = (path: string, headers: Readonly<Record<string, string>>) =>
  server.fetch(new Request(`${testBaseUrl}/api${path}`, { headers }))

const unknownIn = async (headers: Readonly<Record<string, string>>) => {
  const { errorID, errorMessage } = (await (await get('/nothing', headers)).json()) as Record<string, string>
  return [errorID, errorMessage]
}

const english = 'Nothing with this name or id was found.'

it('says an error in the language that the request asks for', async () => {
  const [id, german] = await unknownIn({ 'accept-language': 'fr, de-AT;q=0.9, en;q=0.8' })
  expect(id).toBe('NOT_FOUND')
  expect(german).toMatch(/Name/)
  expect(german).not.toBe(english)
  expect((await unknownIn({ 'accept-language': 'ar' }))[1]).toMatch(/[\u0600-\u06ff]/)
  expect(await unknownIn({ 'accept-language': 'en-XA' })).toEqual(['NOT_FOUND', expect.stringMatching(/^\[Ñóťĥíñĝ /)])
})

it.each([{}, { 'accept-language': '*' }, { 'accept-language': 'fr' }, { 'accept-language': 'de;q=0' }])(
  'says it in English for %j',
  async (headers: Readonly<Record<string, string>>) => {
    expect(await unknownIn(headers)).toEqual(['NOT_FOUND', english])
  },
)

it('prefers the choice of the cookie, and ignores an unknown one', async () => {
  const wanting = (cookie: string) => unknownIn({ 'accept-language': 'ar', cookie })
  expect(await wanting('a=b; portico-language=en')).toEqual(['NOT_FOUND', english])
  expect(await wanting('a=b; __Host-portico-language=en')).toEqual(['NOT_FOUND', english])
  expect((await wanting('portico-language=xx'))[1]).toMatch(/[\u0600-\u06ff]/)
  expect((await wanting('not-portico-language=en'))[1]).toMatch(/[\u0600-\u06ff]/)
})

it('answers requests of several languages at once, each in its own', async () => {
  const wanted = Array.from({ length: 30 }, (_, at) => ['en', 'de', 'ar'][at % 3] ?? 'en')
  const said = await Promise.all(wanted.map((one) => unknownIn({ 'accept-language': one })))
  expect(new Set(said.map(([, text]) => text)).size).toBe(3)
  for (const [at, language] of wanted.entries()) expect(said[at]).toEqual(said[wanted.indexOf(language)])
})

test('the sentences of a language are read by its tag, and answers name what caches vary by', async () => {
  const german = await get('/i18n/login?locale=de', {})
  expect(german.headers.get('content-language')).toBe('de')
  expect(german.headers.get('vary')).toContain('Accept-Language, Cookie')
  const { locale, messages } = (await german.json()) as { locale: string; messages: Record<string, string[]> }
  expect([locale, messages['portal.signOut']]).toEqual(['de', ['Abmelden']])
  const asked = await get('/i18n/login', { 'accept-language': 'ar' })
  expect(((await asked.json()) as { locale: string }).locale).toBe('ar')
})
