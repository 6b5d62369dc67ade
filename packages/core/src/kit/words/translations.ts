import type { Messages } from '@lingui/core'

import { arabic, german } from './compiled/translations.ts'
import { englishMessages } from './compiled/english.ts'
import { joinMessages } from './join-messages.ts'
import { pseudoLanguage, type Language } from './languages.ts'
import { pseudoMessages } from './pseudo.ts'

export { pseudoMessages }

/**
 * Catalogues that are loaded apart; `first` has the main sentences, `login` those of the login page, `phrases` the labels that
 * are in code (`Words.text`), and `shell` what only commands print.
 */
export type CatalogueName = keyof typeof german

/** The languages that have catalogues of their own beside the English ones. */
export type TranslatedLanguage = 'de' | 'ar'

const catalogues: Readonly<Record<TranslatedLanguage, typeof german>> = { de: german, ar: arabic }

/** The sentences of one catalogue in a language. A sentence without a translation is missing: the English one stays. */
export async function translated(language: TranslatedLanguage, name: CatalogueName): Promise<Messages> {
  return (await catalogues[language][name]()).messages
}

/** The texts of `phrases`, or of other catalogues of texts, in the pseudo-locale: of those that translations know, by their English. */
export async function pseudoPhrases(...names: readonly ('phrases' | 'shell')[]): Promise<Messages> {
  const known = await Promise.all(
    (names.length === 0 ? ['phrases' as const] : names).map((name) => translated('de', name)),
  )
  const ids = known.flatMap((messages) => Object.keys(messages))
  return pseudoMessages(Object.fromEntries(ids.map((id) => [id, [id.slice('text.'.length)]])))
}

/** All sentences in a language: for programs that load them at once. */
export async function allTranslated(language: Language): Promise<Messages> {
  if (language === 'en') return englishMessages
  if (language === pseudoLanguage)
    return joinMessages(pseudoMessages(englishMessages), await pseudoPhrases('phrases', 'shell'))
  const parts = Object.values(catalogues[language]).map(async (load) => (await load()).messages)
  return joinMessages(englishMessages, ...(await Promise.all(parts)))
}
