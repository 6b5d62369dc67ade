import * as v from 'valibot'

/** Control characters, line ends, and halves of characters that no database can hold. */
const controls = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/** The same, but for what a text of several lines is made of: tab and line ends. */
const unstorable = /[^\P{Cc}\t\r\n]|\p{Cs}/u

/** Whether a text that is one line holds what no line holds. */
export function hasControls(text: string): boolean {
  return controls.test(text)
}

/** Whether a text of any kind, a PEM file say, holds what is stored nowhere. */
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
