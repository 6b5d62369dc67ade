import type { Checks } from '../../../kit/checks/checks.ts'

const names = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature', 'SAMLEncoding'] as const
type Name = (typeof names)[number]

export type SignedQuery = {
  /** Decoded values. */
  readonly values: ReadonlyMap<Name, string>
  /** The pairs as they arrived, not decoded and coded again: a signature covers exactly those. */
  readonly raw: ReadonlyMap<Name, string>
}

/** Parses the raw query of a redirect. Rejects a repeated SAML parameter, in any encoding. */
export function readQuery(rawQuery: string, checks: Checks): SignedQuery {
  const values = new Map<Name, string>()
  const raw = new Map<Name, string>()
  for (const pair of rawQuery.split('&')) {
    const equals = pair.indexOf('=')
    const rawName = equals < 0 ? pair : pair.slice(0, equals)
    const decodedName = decode(rawName, checks)
    const name = names.find((one) => one === decodedName)
    if (name === undefined) continue
    if (raw.has(name) || rawName !== name) checks.refuse('saml-message-forbidden', { what: `${name} twice` })
    raw.set(name, pair)
    values.set(name, equals < 0 ? '' : decode(pair.slice(equals + 1), checks))
  }
  return { values, raw }
}

function decode(text: string, checks: Checks): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return checks.refuse('saml-message-unreadable', { what: 'percent-encoding' })
  }
}
