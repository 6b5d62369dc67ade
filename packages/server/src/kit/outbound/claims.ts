import { trimBlanks } from '../blanks.ts'

/** Claims of an ID token or a userinfo answer. */
export type Claims = Readonly<Record<string, unknown>>

/**
 * A claim by name, or by a dotted path. Names may contain dots, as client ids do: at every level the longest part of the path
 * that is a name wins. `\.` is a dot in a name and does not separate, as in Keycloak.
 */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return at(
    claims,
    name.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.')),
  )
}

function at(value: unknown, parts: readonly string[]): unknown {
  if (parts.length === 0) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (let count = parts.length; count > 0; count -= 1) {
    const name = parts.slice(0, count).join('.')
    const found = Object.hasOwn(value, name) ? at((value as Claims)[name], parts.slice(count)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** A text of reasonable length, without blanks around it; undefined for anything else. */
export function textAt(claims: Claims, name: string): string | undefined {
  const value = claimAt(claims, name)
  if (typeof value !== 'string' || value.trim() === '' || value.length > 500) return undefined
  return trimBlanks(value)
}

/** A text or a list of texts. */
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
