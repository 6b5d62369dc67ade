import { firstMessages, getBranding, getWords, knownLanguage, type Language } from '@portico/core/contract'

import { languageVary, requestLanguage } from '../http/language.ts'
import { wordsOf } from '../http/say.ts'
import { openRoute } from '../http/route.ts'

/** The main sentences in a language, compiled. */
const firstIn = (language: Language) =>
  Object.fromEntries(Object.keys(firstMessages).map((id) => [id, wordsOf(language).messages[id] ?? firstMessages[id]]))

export const brandingRoutes = [
  openRoute(getBranding, async ({ deps: { settings } }) => ({
    value: {
      companyName: settings.companyName,
      applicationName: settings.applicationName,
      privacyPolicyUrl: settings.privacyPolicyUrl,
      supportUrl: settings.supportUrl,
      analyticsInfoUrl: settings.analyticsInfoUrl,
    },
    headers: [['Cache-Control', 'public, max-age=60']],
  })),

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
