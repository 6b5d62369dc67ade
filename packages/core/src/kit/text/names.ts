import * as v from 'valibot'

import { hasControls, lineOf } from './rules.ts'

/** Letters of scripts that need joiners: Persian, Arabic, Hindi and their neighbours. */
const joined = '[\\u0590-\\u1cff\\u{10a00}-\\u{11fff}\\u{1e900}-\\u{1e95f}]'
const emoji = '\\p{Extended_Pictographic}'

/** Where a character without a picture of its own changes what is seen: between letters that join, and inside an emoji. */
const visibleUses = [
  `(?<=${joined})[\\u200c\\u200d](?=${joined})`,
  `(?<=${emoji}[\\p{Emoji_Modifier}\\ufe0f]?)\\u200d(?=${emoji})`,
  `(?<=${emoji})[\\ufe0e\\ufe0f]`,
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  // Flags of regions such as Scotland: a black flag, at most six tags, and their end.
  '(?<=\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{0,6})[\\u{e0061}-\\u{e007a}\\u{e007f}]',
].join('|')

/**
 * Characters that a screen does not show, so that one name can look like another: marks and overrides of direction (Unicode
 * TR 36), text without width, tags, variation selectors, and the blank letters U+115F, U+1160, U+2800, U+3164 and U+FFA0.
 */
const invisible = `(?!${visibleUses})[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]`
const firstInvisible = new RegExp(invisible, 'u')
const eachInvisible = new RegExp(invisible, 'gu')

/** Whether a name has a character that people cannot see. */
export function hasInvisible(name: string): boolean {
  return firstInvisible.test(name)
}

/** A name that a provider or a directory sent, without the characters that people cannot see. */
export function withoutInvisible(name: string): string {
  return name.replace(eachInvisible, '')
}

/** The rule of every name that is typed here: a line without characters that people cannot see. */
export function nameOf(max: number, ids: { required?: string; tooLong?: string; characters?: string } = {}) {
  return v.pipe(
    lineOf(max, ids),
    v.check((name) => hasControls(name) || !hasInvisible(name), ids.characters ?? 'TEXT_CHARACTERS'),
  )
}
