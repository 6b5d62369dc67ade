/**
 * A sentence in code, with values: `phrase\`There is no profile ${name}.\`` has the pattern `There is no profile {0}.`,
 * by which translations have it. A value that is a phrase itself is translated too; any other value is data and stays.
 */
export type Phrase = { readonly pattern: string; readonly values: readonly (string | number | Phrase)[] }

/** A sentence or a label in English, of which `Phrases` has the translation. */
export type Said = string | Phrase

export function phrase(texts: TemplateStringsArray, ...values: Phrase['values']): Phrase {
  return { pattern: texts.reduce((before, text, at) => `${before}{${at - 1}}${text}`), values }
}

/** A sentence or label within another phrase, where a plain string would be data. */
export function phraseOf(said: Said): Phrase {
  return typeof said === 'string' ? { pattern: said, values: [] } : said
}

/** The English sentence: for programs, and where no other language was asked for. */
export function englishOf(said: Said): string {
  return filled(said, (english) => english)
}

/** The sentence with its values, of which each pattern goes through `translated`. */
export function filled(said: Said, translated: (english: string) => string): string {
  if (typeof said === 'string') return translated(said)
  const valueOf = (at: string) => {
    const value = said.values[Number(at)]
    return typeof value === 'object' ? filled(value, translated) : String(value)
  }
  return translated(said.pattern).replace(/\{(\d+)\}/g, (_, at: string) => valueOf(at))
}
