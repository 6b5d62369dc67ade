/** A filter as it is typed after `/`: plain text, `!text` for rows without it, `-f text` for letters in order. */
export type Filter = { readonly kind: 'contains' | 'without' | 'fuzzy'; readonly text: string }

export function parseFilter(typed: string): Filter {
  const text = typed.trimStart()
  if (text.startsWith('!')) return { kind: 'without', text: text.slice(1).trim().toLowerCase() }
  const fuzzy = /^-f(?:\s+(.*))?$/.exec(text)
  if (fuzzy !== null) return { kind: 'fuzzy', text: (fuzzy[1] ?? '').replaceAll(' ', '').toLowerCase() }
  return { kind: 'contains', text: text.trim().toLowerCase() }
}

/** `haystack` is in lower case. Every word has to be there, in any order. */
export function matchesFilter(haystack: string, { kind, text }: Filter): boolean {
  if (text === '') return true
  if (kind === 'fuzzy') return hasInOrder(haystack, text)
  const hasAll = text.split(/\s+/).every((word) => haystack.includes(word))
  return kind === 'without' ? !hasAll : hasAll
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
