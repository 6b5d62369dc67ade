import { familyOf, type IdentityProviderType } from '@portico/core/contract'

import { demoClientId, type DemoAddresses, type DemoProvider } from './providers.ts'

/** A simulated provider that no tenant has: with its values, a new provider can be added in the demo, tested and kept. */
export type SpareProvider = Pick<DemoProvider, 'id' | 'type' | 'company' | 'directory' | 'emailSuffixes'> & {
  readonly person: {
    readonly username: string
    readonly password: string
    readonly name: string
    readonly givenName: string
    readonly familyName: string
    readonly email: string
    readonly groups: readonly string[]
  }
}

const spare = (
  type: IdentityProviderType,
  [label, company]: readonly [string, string],
  [givenName, familyName]: readonly [string, string],
  directory?: SpareProvider['directory'],
): SpareProvider => {
  const [password, domain] = [givenName.toLowerCase(), `${label}.spare.example`]
  const email = `${password}@${domain}`
  // AD FS sends `SPARE\name` as the username.
  const username = type === 'ADFS_SAML' ? `SPARE\\${password}` : email
  const person = { username, password, name: `${givenName} ${familyName}`, givenName, familyName, email }
  return {
    id: `spare-${label}`,
    type,
    company,
    emailSuffixes: [domain],
    ...(directory === undefined ? {} : { directory }),
    person: { ...person, groups: ['staff', 'portal-admins'] },
  }
}

export const spareProviders: readonly SpareProvider[] = [
  spare('OIDC', ['oidc', 'Spare OpenID Connect'], ['Quinn', 'Adeyemi']),
  spare('AAD2', ['entra', 'Spare Entra ID'], ['Rosa', 'Bianchi'], {
    tenantId: '2c7e4f10-5b9a-4d38-8e61-7a3d9c0b1f03',
    groups: {},
    secretDays: 365,
  }),
  spare('AAD', ['azure', 'Spare Azure AD'], ['Sven', 'Larsson'], {
    tenantId: '6f1d8a92-0c4b-4e57-9b3a-1e5f7d2c8a04',
    groups: {},
    secretDays: 365,
  }),
  spare('OPENSAML', ['saml', 'Spare SAML'], ['Tara', 'Nguyen']),
  spare('ADFS_SAML', ['adfs', 'Spare AD FS'], ['Umar', 'Farouk']),
  spare('SFDC_SAML', ['salesforce', 'Spare Salesforce'], ['Vera', 'Kowalska']),
]

const published: Partial<Record<IdentityProviderType, string>> = {
  OPENSAML: 'metadata',
  ADFS_SAML: 'FederationMetadata/2007-06/FederationMetadata.xml',
  SFDC_SAML: '.well-known/samlidp.xml',
}

/** What to enter for a new provider, by the label of the field or what it is. */
export function spareValues(
  { id, type, emailSuffixes, person }: SpareProvider,
  { simulator, clientSecrets }: Pick<DemoAddresses, 'simulator' | 'clientSecrets'>,
): Readonly<Record<string, string>> {
  const format = type === 'ADFS_SAML' ? { windowsDomain: 'SPARE' } : { emailDomain: emailSuffixes[0] ?? '' }
  const secret = clientSecrets[id] ?? ''
  const people = { ...format, username: person.username, password: person.password }
  if (familyOf(type) === 'saml') return { metadata: `${simulator}/saml/${id}/${published[type]}`, ...people }
  if (type === 'OIDC')
    return { issuer: `${simulator}/oidc/${id}`, clientId: demoClientId, clientSecret: secret, ...people }
  return { domainName: emailSuffixes[0] ?? '', applicationId: demoClientId, applicationSecret: secret, ...people }
}
