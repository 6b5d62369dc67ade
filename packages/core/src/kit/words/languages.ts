/** BCP 47 tags of the languages that people choose from. */
export const languages = ['en', 'de', 'ar'] as const

/** Made from the English sentences, to find text that is not in the catalogue. No menu offers it. */
export const pseudoLanguage = 'en-XA'

export type Language = (typeof languages)[number] | typeof pseudoLanguage

/** What each language calls itself. */
export const languageNames: Readonly<Record<(typeof languages)[number], string>> = {
  en: 'English',
  de: 'Deutsch',
  ar: 'العربية',
}

/** Name of the cookie with the language that was chosen in the user menu: a language tag, which reveals nothing about a person. */
export const languageCookie = 'portico-language'

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The writing direction of a locale's main script. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
}

/**
 * The first language of these ranges that there is, each also without its subtags (RFC 4647 section 3.4, "Lookup"):
 * `de-AT` is German. English if there is none.
 */
export function languageOf(ranges: readonly string[]): Language {
  return ranges.map(knownLanguage).find((one) => one !== undefined) ?? 'en'
}

/** The language of one range or undefined. A POSIX locale's name (`de_DE.UTF-8`) counts as a range. */
export function knownLanguage(range: string): Language | undefined {
  const tag = range
    .trim()
    .replace(/[.@].*$/, '')
    .replaceAll('_', '-')
    .toLowerCase()
  if (tag === pseudoLanguage.toLowerCase()) return pseudoLanguage
  const [primary = ''] = tag.split('-')
  return languages.find((one) => one === primary)
}

/** The ranges of an `Accept-Language` field, the most wanted first (RFC 9110 section 12.5.4); those with weight 0 are left out. */
export function acceptedRanges(field: string): string[] {
  const weighed = field.split(',').flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim())
    const weight = parameters.find((one) => /^q=/i.test(one))?.slice(2) ?? '1'
    const value = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
    return range === '' || value === 0 ? [] : [{ range, value }]
  })
  return weighed.toSorted((a, b) => b.value - a.value).map(({ range }) => range)
}
