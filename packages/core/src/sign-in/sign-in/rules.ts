import type { Violation } from '../../kit/http/violations.ts'

export const usernameLengthMax = 320

/** `name@domain` or `DOMAIN\name`; both halves non-empty, no white space and no invisible characters, one separator that counts (the last `@`, the first `\`). */
export type UsernameParts =
  | { readonly kind: 'suffix'; readonly local: string; readonly domain: string }
  | { readonly kind: 'prefix'; readonly local: string; readonly domain: string }

/**
 * Splits a username; undefined if it has no domain (spec section 5). Domains are returned in lower case, email domains
 * in their DNS form.
 */
export function partsOfUsername(username: string): UsernameParts | undefined {
  const trimmed = username.trim()
  if (
    trimmed.length > usernameLengthMax ||
    /[\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(trimmed)
  )
    return undefined
  const backslash = trimmed.indexOf('\\')
  if (backslash >= 0) {
    const domain = trimmed.slice(0, backslash)
    const local = trimmed.slice(backslash + 1)
    if (domain === '' || local === '' || /[\\@]/.test(local) || domain.includes('@')) return undefined
    return { kind: 'prefix', local, domain: plainWindowsDomain(domain) }
  }
  const at = trimmed.lastIndexOf('@')
  const domain = asciiDomain(trimmed.slice(at + 1))
  return at <= 0 || domain === undefined ? undefined : { kind: 'suffix', local: trimmed.slice(0, at), domain }
}

/** One form for text that looks the same: letters composed with their accents, usual width, lower case. */
export function plainWindowsDomain(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Marks belong to the letters before them: Hindi and Thai cannot be written without. */
const domainShape = /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]+$/u

/**
 * The canonical DNS form of a domain: lower case, letters beyond ASCII as `xn--…` (UTS 46). Without it two
 * companies could reserve two spellings of one domain. undefined when it is not a domain.
 */
export function asciiDomain(text: string): string | undefined {
  // Composed: macOS pastes "ü" as "u" and a mark.
  const lower = text.toLowerCase().normalize('NFC')
  if (!domainShape.test(lower)) return undefined
  if (/^\p{ASCII}*$/u.test(lower)) return lower
  const address = `http://${lower}`
  const ascii = URL.canParse(address) ? new URL(address).hostname : ''
  return domainShape.test(ascii) ? ascii : undefined
}

/** Spec section 5, "Username". Plain code instead of a schema, because the login page would load all of valibot for it. */
export function usernameViolation(username: string): Violation | undefined {
  const fieldID = ''
  if (username.trim() === '') return { errorID: 'USERNAME_REQUIRED', fieldID }
  return partsOfUsername(username) === undefined ? { errorID: 'USERNAME_SHAPE', fieldID } : undefined
}
