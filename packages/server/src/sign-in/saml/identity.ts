import { nameIdFormatUrns, type SamlConfig } from '@portico/core/contract'

import type { SamlProvider } from '../../providers/identity-providers/queries.ts'
import { trimBlanks } from '../../kit/blanks.ts'
import type { SamlAssertion, SamlNameId } from '../../protocols/saml/index.ts'
import type { Checks } from '../../kit/checks/checks.ts'
import { identityOf, type AssertedIdentity } from '../attempts/identity.ts'

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
/** Entra sends it instead of more than 150 groups; where it points was switched off in 2025. */
const groupsLink = 'http://schemas.microsoft.com/claims/groups.link'

type Said = Pick<SamlAssertion, 'nameId' | 'attributes'>

/** Who signed in, by the provider's attribute mappings. */
export function samlIdentity(provider: SamlProvider, said: Said, checks: Checks): AssertedIdentity {
  const { attributes: mappings } = provider.config
  const value = (name: string | undefined) => (name === undefined ? undefined : said.attributes.get(name)?.[0])
  const subjectKey = subjectKeyOf(provider.config, said, checks)
  checks.passed('subject', { subject: subjectKey })
  const username = mappings.username === undefined ? trimBlanks(said.nameId?.value ?? '') : value(mappings.username)
  if (username === undefined || username === '')
    return checks.refuse('username-missing', {
      expected: mappings.username ?? 'NameID',
      found: namesOf(said),
    })
  const texts = {
    username,
    displayName: value(mappings.displayName),
    firstName: value(mappings.firstName),
    lastName: value(mappings.lastName),
    email: value(mappings.email),
  }
  return identityOf(subjectKey, texts, groupsOf(provider, said, checks), { config: provider.config, checks })
}

/** What a logout request of this provider calls the person: NameID and format, whichever attribute is the subject here. */
export function nameIdKey(entityId: string, nameId: Pick<SamlNameId, 'value' | 'format'>): string {
  // Without a format it is unspecified (SAML core 2.2.2).
  return `${entityId} ${nameId.format ?? nameIdFormatUrns.unspecified} ${trimBlanks(nameId.value)}`
}

/** `entityID format NameID`, or the value of the attribute that names people for good. */
function subjectKeyOf({ entityId, subjectAttribute }: SamlConfig, said: Said, checks: Checks): string {
  if (subjectAttribute !== undefined) {
    const values = said.attributes.get(subjectAttribute) ?? []
    const [value] = values
    if (value === undefined || values.length > 1 || !isSubject(value))
      return checks.refuse('subject-missing', { expected: subjectAttribute, found: namesOf(said) })
    return `${entityId} attribute:${subjectAttribute} ${value}`
  }
  const { nameId } = said
  if (nameId === null || !isSubject(trimBlanks(nameId.value)))
    return checks.refuse('subject-missing', { expected: 'NameID', found: namesOf(said) })
  // It differs each time: every sign-in would create a new person.
  if (nameId.format === transient) return checks.refuse('saml-subject-transient', { found: transient })
  return nameIdKey(entityId, nameId)
}

function isSubject(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}]{1,1000}$/u.test(text)
}

/** undefined when there are none; a warning says why. */
function groupsOf({ type, config }: SamlProvider, said: Said, checks: Checks): { claim: string }[] | undefined {
  const name = config.attributes.group
  if (name === undefined) {
    checks.warned('saml-groups-unmapped', { found: namesOf(said) })
    return undefined
  }
  const values = said.attributes.get(name) ?? []
  if (values.length === 0) {
    if (said.attributes.has(groupsLink)) checks.warned('saml-groups-link')
    else checks.warned('saml-groups-attribute', { expected: name, found: namesOf(said) })
    return undefined
  }
  // Salesforce joins what one of its formulas lists into a single value.
  const parts = type === 'SFDC_SAML' ? values.flatMap((value) => value.split(';')) : values
  return parts.map((claim) => ({ claim }))
}

/** To compare them with the mappings: names only, never values. */
function namesOf({ nameId, attributes }: Said): string {
  return [...(nameId === null ? [] : ['NameID']), ...attributes.keys()].join(', ')
}
