import { firstMessages, getBranding, getLogo, getWords, knownLanguage, type Language } from '@portico/core/contract'

import { languageVary, requestLanguage } from '../../kit/words/language.ts'
import { notFound } from '../../kit/http/failure.ts'
import { wordsOf } from '../../kit/words/say.ts'
import { openRoute } from '../../kit/http/route.ts'
import { brandOf } from './brand.ts'
import { findTenantLogo } from './rows.ts'

/** The main sentences in a language, compiled. */
const firstIn = (language: Language) =>
  Object.fromEntries(Object.keys(firstMessages).map((id) => [id, wordsOf(language).messages[id] ?? firstMessages[id]]))

export const brandingRoutes = [
  // Can depend on the session, so no cache may answer it to another person.
  openRoute(getBranding, async ({ request, deps }) => {
    const { logoSides: _, ...value } = (await brandOf(request, deps)).brand
    return { value }
  }),

  // The address has the key of the tenant and the hash of the image: anyone who has it may read the logo, which never changes.
  openRoute(getLogo, async ({ params: { code, hash }, deps: { database, settings } }) => {
    const own = settings.logo !== null && settings.logo.hash === hash ? settings.logo : undefined
    const logo = code === 'deployment' ? own : await findTenantLogo(database, code, hash)
    if (logo === undefined) throw notFound()
    return {
      document: { type: logo.type, bytes: logo.bytes },
      headers: [
        ['Cache-Control', 'public, max-age=31536000, immutable'],
        ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
        ['Cross-Origin-Resource-Policy', 'same-origin'],
      ],
    }
  }),

  openRoute(getWords, async ({ query, request }) => {
    const locale = knownLanguage(query.locale ?? '') ?? requestLanguage(request)
    return {
      value: { locale, messages: firstIn(locale) },
      headers: [
        ['Cache-Control', 'public, max-age=300'],
        ['Content-Language', locale],
        ['Vary', languageVary],
      ],
    }
  }),
]
