import { createWords, englishMessages, type Language, type Words } from '@portico/core'

/** All sentences in a language, in a separate chunk because most commands do not need them. */
export async function allWords(language: Language): Promise<Words> {
  const english = createWords('en', englishMessages)
  if (language === 'en') return english
  const { allTranslated } = await import('@portico/core/translations')
  return english.of(language, await allTranslated(language))
}
