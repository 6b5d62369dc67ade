/** Characters of one text that are shown. */
const textMax = 200
/** Masked tokens are shorter than before: so many times the characters that are shown are looked at. */
const lookedAtFactor = 20

/** `(12 characters)`: what is left of a text that is not shown. */
export const lengthOf = (text: string) => `(${text.length} characters)`

/** A text that may be read, without tokens, and with its length where it is cut. */
export function shownText(text: string): string {
  const masked = masking(text, textMax)
  const isWhole = text.length <= textMax * lookedAtFactor && masked.length <= textMax
  return isWhole ? masked : `${cut(masked, textMax)}… ${lengthOf(text)}`
}

/** The beginning of a text without tokens, and with nothing that PostgreSQL cannot store: no zero characters and halves of pairs. */
export function storableText(text: string, lengthMax = 500): string {
  return cut(masking(text, lengthMax), lengthMax).replaceAll(/[\0\p{Cs}]/gu, '\ufffd')
}

/** SCIM and API tokens are nowhere readable. */
function masking(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax * lookedAtFactor).replaceAll(/(scim|pat)_[0-9A-Za-z]{8,}/gi, '$1_…')
}

/** At most so many characters, and no half of a surrogate pair at the end. */
function cut(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '')
}
