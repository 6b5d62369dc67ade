import type { Messages } from '@lingui/core'

type Part = Messages[string]

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = [...'áƀçđéƒĝĥíĵķĺɱñóƥɋŕšťúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĹṀÑÓƤɊŔŠŤÚṼŴẊÝŽ']

/**
 * A compiled catalogue in which each sentence can still be read, has accents and brackets and is longer by a third: what is drawn
 * without them is not from the catalogue, and what is cut has no room for German.
 */
export function pseudoMessages(messages: Messages): Messages {
  const rows = Object.entries(messages).map(([id, parts]) => [id, sentence(parts)] as const)
  return Object.fromEntries(rows)
}

function sentence(parts: Part): Part {
  const list = typeof parts === 'string' ? [parts] : parts
  const letters = list.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)
  return ['[', ...list.map(within), '·'.repeat(Math.ceil(letters / 3)), ']'] as Part
}

/** Text, or a placeholder: its name, type and arms, of which the arms have text. */
function within(part: unknown): unknown {
  if (typeof part === 'string') return accents(part)
  if (!Array.isArray(part)) return part
  const [name, type, arms] = part as [string, string?, Record<string, unknown>?]
  if (arms === undefined || typeof arms !== 'object') return part
  const changed = Object.entries(arms).map(([arm, text]) => [arm, Array.isArray(text) ? text.map(within) : text])
  return [name, type, Object.fromEntries(changed)]
}

function accents(text: string): string {
  return [...text].map((letter) => accented[plain.indexOf(letter)] ?? letter).join('')
}
