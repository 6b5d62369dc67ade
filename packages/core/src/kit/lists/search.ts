import { folded } from './order.ts'

/**
 * How a search compares: the row contains every word, does not contain every word, contains the letters in this order,
 * or has a name that begins with the text (for completion).
 */
export const searchMatches = ['contains', 'without', 'fuzzy', 'prefix'] as const
export type SearchMatch = (typeof searchMatches)[number]

export type Search = { readonly match: SearchMatch; readonly text: string }

/** A search as typed: plain text, `!text` for rows without it, `-f text` for letters in order. */
export function parseSearch(typed: string): Search {
  const text = typed.trimStart()
  if (text.startsWith('!')) return { match: 'without', text: text.slice(1).trim() }
  const fuzzy = /^-f(?:\s+(.*))?$/.exec(text)
  if (fuzzy !== null) return { match: 'fuzzy', text: (fuzzy[1] ?? '').replaceAll(/\s/g, '') }
  return { match: 'contains', text: text.trim() }
}

/** `haystack` is folded already. Case and accents do not count; words match in any order. */
export function matchesSearch(haystack: string, { match, text }: Search): boolean {
  if (text === '') return true
  if (match === 'fuzzy') return hasInOrder(haystack, folded(text))
  if (match === 'prefix') return haystack.startsWith(folded(text))
  const hasAll = searchWords(text).every((word) => haystack.includes(word))
  return match === 'without' ? !hasAll : hasAll
}

/** The folded words of a search. */
export function searchWords(text: string): string[] {
  return folded(text).split(/\s+/).filter(Boolean)
}

/**
 * Whether a folded word can be part of an id or a URN. Other words are searched only in names: `2` is in nearly every
 * UUID, and `account` in every account's URN.
 */
export function isIdWord(word: string): boolean {
  return word.startsWith('urn:') || /^[0-9a-f-]{8,}$/.test(word)
}

function hasInOrder(haystack: string, letters: string): boolean {
  let from = 0
  for (const letter of letters) {
    const at = haystack.indexOf(letter, from)
    if (at === -1) return false
    from = at + letter.length
  }
  return true
}
