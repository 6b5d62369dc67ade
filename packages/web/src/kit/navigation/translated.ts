import { languageOf, type adminMessages } from '@portico/core'
import {
  pseudoMessages,
  pseudoPhrases,
  translated,
  type CatalogueName,
  type TranslatedLanguage,
} from '@portico/core/translations'

type Messages = typeof adminMessages

/** These English catalogues in another language, with the labels that are in code. */
export function translatedOf(
  locale: string,
  english: Readonly<Partial<Record<CatalogueName, Messages>>>,
): Promise<readonly Messages[]> {
  const language = languageOf([locale])
  if (language === 'en') return Promise.resolve([])
  if (language === 'en-XA') return inPseudoLocale(Object.values(english))
  return inLanguage(language, Object.keys(english) as CatalogueName[])
}

const inLanguage = (language: TranslatedLanguage, names: readonly CatalogueName[]) =>
  Promise.all(([...names, 'phrases'] as const).map((name) => translated(language, name)))

const inPseudoLocale = async (catalogues: readonly Messages[]) => [
  ...catalogues.map(pseudoMessages),
  await pseudoPhrases(),
]
