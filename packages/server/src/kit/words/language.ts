import { AsyncLocalStorage } from 'node:async_hooks'

import { acceptedRanges, knownLanguage, languageCookie, languageOf, type Language } from '@portico/core/contract'

const store = new AsyncLocalStorage<Language>()

/** The language of the request that is being answered. */
export const currentLanguage = (): Language => store.getStore() ?? 'en'

/** Answers in the language of this request. Without a context, which costs each `await` a little, for English. */
export function inLanguageOf<T>(request: Request, work: () => T): T {
  const language = requestLanguage(request)
  return language === 'en' ? work() : store.run(language, work)
}

/** The choice of the cookie, otherwise the first language of `Accept-Language` that there is, otherwise English. */
export function requestLanguage({ headers }: Request): Language {
  const chosen = cookieLanguage(headers.get('cookie') ?? '')
  return chosen ?? languageOf(acceptedRanges(headers.get('accept-language') ?? ''))
}

/** What an answer in a language varies by (RFC 9110 section 12.5.5). */
export const languageVary = 'Accept-Language, Cookie'

/** The cookie of a page's script, with the `__Host-` prefix over TLS. Another host can set one without it, and only the language is chosen by it. */
const languagePair = new RegExp(`(?:^|;)\\s*(?:__Host-)?${languageCookie}=([^;]*)`)

function cookieLanguage(cookies: string): Language | undefined {
  if (!cookies.includes(languageCookie)) return undefined
  const chosen = languagePair.exec(cookies)?.[1]
  return chosen === undefined ? undefined : knownLanguage(chosen.trim())
}
