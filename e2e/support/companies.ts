/** The people's password, and the secret that all simulated providers gave us. */
export const password = 'a password of the simulated person'
export const clientSecret = 'a secret of the client that is long enough'
export const clientId = 'portico'

/** A company with one provider, and the card of the wizard's first step for it. */
export type Company = {
  readonly type: 'OIDC' | 'AAD' | 'AAD2' | 'OPENSAML' | 'ADFS_SAML' | 'SFDC_SAML'
  readonly id: string
  readonly card: RegExp
  readonly kind: 'oidc' | 'azure' | 'saml'
  /** Part of the provider's configuration at the simulator. */
  readonly settings: Readonly<Record<string, unknown>>
  /** What an administrator gives us to read in, below the simulator's address; Azure has nothing. */
  readonly published?: string
  /** The directory's id at Azure. */
  readonly directory?: string
}

const directories = { v1: '11111111-1111-4111-8111-111111111111', v2: '22222222-2222-4222-8222-222222222222' }

const azure = (version: 1 | 2, directory: string) => ({
  version,
  tenantId: directory,
  optionalClaims: ['email', 'given_name', 'family_name', 'sid'],
})

/** One of each type. */
export const companies: readonly Company[] = [
  {
    type: 'OIDC',
    id: 'plainoidc',
    card: /^OpenID Connect/,
    kind: 'oidc',
    settings: {},
    published: '/oidc/plainoidc',
  },
  {
    type: 'AAD2',
    id: 'entra',
    card: /^Microsoft Entra ID Azure AD with/,
    kind: 'azure',
    settings: azure(2, directories.v2),
    directory: directories.v2,
  },
  {
    type: 'AAD',
    id: 'legacy',
    card: /^Azure AD \(legacy\)/,
    kind: 'azure',
    settings: azure(1, directories.v1),
    directory: directories.v1,
  },
  {
    type: 'OPENSAML',
    id: 'plainsaml',
    card: /^SAML 2\.0/,
    kind: 'saml',
    settings: { flavour: 'plain' },
    published: '/saml/plainsaml/metadata',
  },
  {
    type: 'ADFS_SAML',
    id: 'windows',
    card: /^AD FS Active Directory/,
    kind: 'saml',
    settings: { flavour: 'adfs' },
    published: '/saml/windows/FederationMetadata/2007-06/FederationMetadata.xml',
  },
  {
    type: 'SFDC_SAML',
    id: 'sales',
    card: /^Salesforce People/,
    kind: 'saml',
    settings: { flavour: 'salesforce' },
    published: '/saml/sales/.well-known/samlidp.xml',
  },
]

/** Two more, for a company that moves from the one to the other. */
export const [movesFrom, movesTo] = ['OIDC', 'OPENSAML'].map((type) => {
  const like = companies.find((one) => one.type === type) as Company
  const id = `moving-${like.kind}`
  return { ...like, id, published: like.published?.replace(like.id, id) }
}) as [Company, Company]

export const domainOf = ({ id }: Pick<Company, 'id'>) => `${id}.example`

/** Ada is in the group that becomes Security Admin, Bob is not. */
export const personAt = (company: Pick<Company, 'id'>, name: 'ada' | 'bob' = 'ada') => ({
  username: `${name}@${domainOf(company)}`,
  password,
})

/** The simulator's provider of a company. */
export function providerOf(company: Company): object {
  const { id, kind, settings } = company
  const person = (name: 'ada' | 'bob', groups: readonly string[]) => ({
    ...personAt(company, name),
    name: `${name} of ${id}`,
    givenName: name,
    familyName: id,
    email: personAt(company, name).username,
    groups,
  })
  const people = [person('ada', ['portal-admins', 'staff']), person('bob', ['staff'])]
  const registered =
    kind === 'saml' ? { serviceProviders: [] } : { clients: [{ clientId, clientSecret, redirectUris: [] }] }
  return { id, kind, name: `Company ${id}`, people, ...registered, ...settings }
}
