/** Claims of an ID token or a userinfo answer. */
export type Claims = Readonly<Record<string, unknown>>

/** A claim by name, or by a dotted path where no claim has the whole name. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Claims)[part]
  }
  return value
}

/** A text of reasonable length, without ASCII's blanks around it; undefined for anything else. */
export function textAt(claims: Claims, name: string): string | undefined {
  const value = claimAt(claims, name)
  if (typeof value !== 'string' || value.trim() === '' || value.length > 500) return undefined
  return value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '')
}

/** A group claim is a text, or a list of texts. */
export function textsAt(claims: Claims, name: string): string[] {
  const value = claimAt(claims, name)
  const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return list.filter((one): one is string => typeof one === 'string')
}

/** A boolean, also as a text, as some providers send it; undefined for anything else. */
export function booleanAt(claims: Claims, name: string): boolean | undefined {
  const value = claims[name]
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}
