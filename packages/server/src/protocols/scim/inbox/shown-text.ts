/** Characters of one text that are shown. */
const textMax = 200
/** Masked tokens are shorter than before, so more characters are read than shown: this many times the visible number. */
const lookedAtFactor = 20

/** `(12 characters)`: what is left of a text that is not shown. */
export const lengthOf = (text: string) => `(${text.length} characters)`

/** A text that may be read, without tokens, and with its length where it is cut. */
export function shownText(text: string): string {
  const masked = masking(text, textMax)
  const isWhole = text.length <= textMax * lookedAtFactor && masked.length <= textMax
  return isWhole ? masked : `${cut(masked, textMax)}… ${lengthOf(text)}`
}

/** The beginning of a text without tokens, and with nothing that PostgreSQL cannot store: no NUL characters or unpaired surrogates. */
export function storableText(text: string, lengthMax = 500): string {
  return cut(masking(text, lengthMax), lengthMax).replaceAll(/[\0\p{Cs}]/gu, '\ufffd')
}

/** SCIM and API tokens are always masked. */
function masking(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax * lookedAtFactor).replaceAll(/(scim|pat)_[0-9A-Za-z]{8,}/gi, '$1_…')
}

/** At most `lengthMax` characters, without an unpaired surrogate at the end. */
function cut(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '')
}
