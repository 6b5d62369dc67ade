import { ns } from '../names.ts'
import { timeOf } from '../time.ts'
import type { ReadResponseOptions, SamlNameId } from '../types.ts'
import { attributeOf, childElements, childrenNamed, isNamed, onlyChild, textOf, trimmedTextOf } from '../xml/read.ts'
import type { OpenPart } from './encrypted-parts.ts'

/** The name of the person, verbatim, in clear or encrypted (core 2.2.4); null without one, or with several. */
export function readNameId(holder: Element | undefined, open: OpenPart): SamlNameId | null {
  const [found, ...others] = holder === undefined ? [] : childElements(holder).filter(isIdentifier)
  if (found === undefined || others.length > 0) return null
  const nameId = isNamed(found, ns.assertion, 'EncryptedID') ? open(found, 'NameID') : found
  const value = textOf(nameId)
  if (value.trim() === '') return null
  return {
    value,
    format: attributeOf(nameId, 'Format'),
    nameQualifier: attributeOf(nameId, 'NameQualifier'),
    spNameQualifier: attributeOf(nameId, 'SPNameQualifier'),
  }
}

function isIdentifier(element: Element): boolean {
  return isNamed(element, ns.assertion, 'NameID') || isNamed(element, ns.assertion, 'EncryptedID')
}

export type Authentication = {
  readonly sessionIndex: string | null
  readonly sessionNotOnOrAfterMs: number | null
  readonly authenticatedMs: number | null
  readonly authnContextClass: string | null
}

/** The provider says that it authenticated the person, and its session has not expired. */
export function readAuthentication(
  assertion: Element,
  { checks, nowMs }: Pick<ReadResponseOptions, 'checks' | 'nowMs'>,
): Authentication {
  const statements = childrenNamed(assertion, ns.assertion, 'AuthnStatement')
  const [first] = statements
  if (first === undefined) return checks.refuse('saml-authn-statement')
  const ends = statements.flatMap((one) => timeOf(one, 'SessionNotOnOrAfter', checks) ?? [])
  const sessionNotOnOrAfterMs = ends.length === 0 ? null : Math.min(...ends)
  if (sessionNotOnOrAfterMs !== null && sessionNotOnOrAfterMs <= nowMs) {
    checks.refuse('saml-session-over', {
      theirs: new Date(sessionNotOnOrAfterMs).toISOString(),
      ours: new Date(nowMs).toISOString(),
      offBySecs: Math.round((nowMs - sessionNotOnOrAfterMs) / 1000),
    })
  }
  const instants = statements.flatMap((one) => timeOf(one, 'AuthnInstant', checks) ?? [])
  const context = onlyChild(first, ns.assertion, 'AuthnContext')
  const classRef = context && onlyChild(context, ns.assertion, 'AuthnContextClassRef')
  return {
    sessionIndex: attributeOf(first, 'SessionIndex'),
    sessionNotOnOrAfterMs,
    authenticatedMs: instants.length === 0 ? null : Math.min(...instants),
    authnContextClass: classRef === undefined ? null : trimmedTextOf(classRef),
  }
}

/** Attribute values by Name, of all statements; nil and empty values are skipped. */
export function readAttributes(assertion: Element, open: OpenPart): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>()
  for (const statement of childrenNamed(assertion, ns.assertion, 'AttributeStatement')) {
    for (const child of childElements(statement)) {
      const attribute = isNamed(child, ns.assertion, 'EncryptedAttribute') ? open(child, 'Attribute') : child
      if (!isNamed(attribute, ns.assertion, 'Attribute')) continue
      const name = attributeOf(attribute, 'Name')
      if (name === null || name === '') continue
      const values = childrenNamed(attribute, ns.assertion, 'AttributeValue').map(trimmedTextOf)
      attributes.set(name, [...(attributes.get(name) ?? []), ...values.filter((value) => value !== '')])
    }
  }
  return attributes
}

/** Session indexes of a logout request; none means all. */
export function readSessionIndexes(request: Element): string[] {
  return childrenNamed(request, ns.protocol, 'SessionIndex').map(trimmedTextOf)
}
