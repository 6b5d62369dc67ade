import { pseudoLanguage, type Language } from '@portico/core'

import { filled, type Said } from './phrase.ts'

/** What commands say themselves, and the labels of lists, in one language. Other than `Words`, it costs English output nothing. */
export type Phrases = {
  readonly locale: Language
  readonly text: (said: Said) => string
}

export const englishPhrases: Phrases = { locale: 'en', text: (said) => filled(said, (english) => english) }

/** A text without a translation stays English. */
export async function phrasesIn(language: Language): Promise<Phrases> {
  if (language === 'en') return englishPhrases
  const { pseudoPhrases, translated } = await import('@portico/core/translations')
  const messages =
    language === pseudoLanguage
      ? await pseudoPhrases('phrases', 'shell')
      : { ...(await translated(language, 'phrases')), ...(await translated(language, 'shell')) }
  const translate = (english: string) => {
    const parts = messages[`text.${english}`]
    return Array.isArray(parts) ? parts.join('') : english
  }
  return { locale: language, text: (said) => filled(said, translate) }
}
