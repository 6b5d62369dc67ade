/** The parameters of an address: a repeated one as a list. `_` only keeps caches away (spec section 7). */
export function queryOf(url: string): Record<string, unknown> {
  const start = url.indexOf('?')
  if (start === -1) return {}
  const query = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (name === '_') continue
    const before = query.get(name)
    if (before === undefined) query.set(name, value)
    else if (typeof before === 'string') query.set(name, [before, value])
    else before.push(value)
  }
  return Object.fromEntries(query)
}
