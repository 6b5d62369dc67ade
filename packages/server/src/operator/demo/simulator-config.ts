import { familyOf, type IdentityProviderType } from '@portico/core/contract'

import { redirectUri } from '../../sign-in/addresses/oidc.ts'
import { samlAddresses } from '../../sign-in/addresses/saml.ts'
import { demoPeople, passwordOf } from './people.ts'
import { demoClientId, demoProviders, type DemoAddresses, type DemoProvider } from './providers.ts'
import { spareProviders, type SpareProvider } from './spare-providers.ts'

/** A provider that a tenant has at this simulator. */
export type KnownProvider = {
  readonly tenantId: string
  /** The tenant's slug. */
  readonly tenant: string
  readonly id: string
  readonly type: IdentityProviderType
}

/**
 * The simulator's providers with their people; every provider of the same type is registered there. The spare ones serve all
 * tenants, and providers of this machine that are added while the simulator runs.
 */
export function simulatorProviders(
  known: readonly KnownProvider[],
  at: Pick<DemoAddresses, 'clientSecrets' | 'signingKeys'>,
  baseUrl: string,
): object[] {
  const ofTenants = demoProviders.map((provider: DemoProvider) => {
    const ours = known.filter((one) => one.tenant === provider.tenant && one.type === provider.type)
    return simulated({ ...provider, people: peopleOf(provider) }, ours, { ...at, baseUrl })
  })
  const spares = spareProviders.map(({ person, ...provider }) => {
    const ours = known.filter((one) => one.type === provider.type)
    const people = [simulatedPerson({ ...person, type: provider.type })]
    return { ...simulated({ ...provider, people }, ours, { ...at, baseUrl }), anyLoopback: true }
  })
  return [...ofTenants, ...spares]
}

type Simulated = Pick<DemoProvider, 'id' | 'type' | 'company' | 'emailSuffixes' | 'directory'> & {
  readonly people: readonly object[]
}

function simulated(
  provider: Simulated,
  ours: readonly KnownProvider[],
  at: Pick<DemoAddresses, 'clientSecrets' | 'signingKeys'> & { readonly baseUrl: string },
): object {
  const { baseUrl } = at
  const common = { id: provider.id, name: provider.company, people: provider.people }
  if (familyOf(provider.type) === 'saml') {
    return {
      ...common,
      kind: 'saml',
      flavour: flavours[provider.type] ?? 'plain',
      signing: at.signingKeys[provider.id],
      serviceProviders: ours.map((one) => ({ metadataUrl: samlAddresses(baseUrl, one).metadataUrl })),
    }
  }
  const clients = [clientOf(ours, at.clientSecrets[provider.id] ?? '', baseUrl, provider.type)]
  if (provider.directory === undefined) return { ...common, kind: 'oidc', clients }
  const { tenantId, groups } = provider.directory
  return {
    ...common,
    kind: 'azure',
    version: provider.type === 'AAD' ? 1 : 2,
    tenantId,
    domains: [...provider.emailSuffixes],
    clients,
    groups: Object.entries(groups).map(([name, id]) => ({ name, id })),
    optionalClaims: ['email', 'given_name', 'family_name', 'sid'],
  }
}

const flavours: Partial<Record<IdentityProviderType, string>> = { ADFS_SAML: 'adfs', SFDC_SAML: 'salesforce' }

function peopleOf({ id, type }: DemoProvider): object[] {
  return demoPeople
    .filter((person) => person.provider === id)
    .map((person) => simulatedPerson({ ...person, password: passwordOf(person), type }))
}

type Described = SpareProvider['person'] & { readonly type: IdentityProviderType }

function simulatedPerson({ type, username, password, name, givenName, familyName, email, groups }: Described): object {
  return {
    username,
    password,
    name,
    givenName,
    familyName,
    nickname: givenName,
    email,
    groups: [...groups],
    ...(type === 'ADFS_SAML' ? { windowsName: username } : {}),
  }
}

function clientOf(ours: readonly KnownProvider[], clientSecret: string, baseUrl: string, type: IdentityProviderType) {
  const [first] = ours
  const own = (id: string) => `${baseUrl}/api/login/idps/${id}/oidc`
  return {
    clientId: demoClientId,
    clientSecret,
    redirectUris: ours.map((one) => redirectUri(baseUrl, one.id)),
    postLogoutRedirectUris: [`${baseUrl}/login/signed-out`, ...ours.map((one) => `${own(one.id)}/signed-out`)],
    ...(first === undefined ? {} : logoutAddress(own(first.id), type)),
  }
}

/** Where the provider reports that a session ended there; Azure AD supports only the front channel. */
function logoutAddress(own: string, type: IdentityProviderType) {
  return type === 'OIDC'
    ? { backchannelLogoutUri: `${own}/back-channel-logout` }
    : { frontchannelLogoutUri: `${own}/front-channel-logout` }
}
