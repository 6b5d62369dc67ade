import * as v from 'valibot'

/** Control characters, line ends, and halves of characters that no database can hold. */
const controls = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/** The same, except tab and line ends, which a text of several lines may have. */
const unstorable = /[^\P{Cc}\t\r\n]|\p{Cs}/u

/** Whether a one-line text contains a character that is not allowed in one. */
export function hasControls(text: string): boolean {
  return controls.test(text)
}

/** Whether any text, such as a PEM file, contains a character that is never stored. */
export function isUnstorable(text: string): boolean {
  return unstorable.test(text)
}

/**
 * The rule of every name and every line of text that is stored: trimmed, not empty, at most `max` UTF-16 units, without
 * control characters. The ids are those of its sentences.
 */
export function lineOf(
  max: number,
  { required = 'REQUIRED', tooLong = 'TOO_LONG', characters = 'TEXT_CHARACTERS' } = {},
) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(required),
    v.maxLength(max, tooLong),
    v.check((text) => !hasControls(text), characters),
  )
}

/** The same of a line that may be empty or absent, which is the same. */
export function optionalLineOf(max: number, { tooLong = 'TOO_LONG', characters = 'TEXT_CHARACTERS' } = {}) {
  const line = v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, tooLong),
    v.check((text) => !hasControls(text), characters),
  )
  return v.optional(line, '')
}

/** Whether a text is the address of a web page without a user name and a part after `#`. */
export function isHttpAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || hasControls(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.hash === '' && url.username === '' && url.password === ''
}
