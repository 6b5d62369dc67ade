import { familyOf, type IdentityProviderType } from '@portico/core/contract'

import { redirectUri } from '../../sign-in/addresses/oidc.ts'
import { samlAddresses } from '../../sign-in/addresses/saml.ts'
import { demoPeople, passwordOf } from './people.ts'
import { demoClientId, demoProviders, type DemoAddresses, type DemoProvider } from './providers.ts'

/** A provider that a tenant has at this simulator. */
export type KnownProvider = {
  readonly tenantId: string
  /** The tenant's slug. */
  readonly tenant: string
  readonly id: string
  readonly type: IdentityProviderType
}

/** The simulator's providers with their people; every provider of the same type is registered there. */
export function simulatorProviders(
  known: readonly KnownProvider[],
  at: Pick<DemoAddresses, 'clientSecrets' | 'signingKeys'>,
  baseUrl: string,
): object[] {
  return demoProviders.map((provider) => {
    const ours = known.filter((one) => one.tenant === provider.tenant && one.type === provider.type)
    const common = { id: provider.id, name: provider.company, people: peopleOf(provider) }
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
  })
}

const flavours: Partial<Record<IdentityProviderType, string>> = { ADFS_SAML: 'adfs', SFDC_SAML: 'salesforce' }

function peopleOf({ id, type }: DemoProvider) {
  return demoPeople
    .filter((person) => person.provider === id)
    .map((person) => ({
      username: person.username,
      password: passwordOf(person),
      name: person.name,
      givenName: person.givenName,
      familyName: person.familyName,
      nickname: person.givenName,
      email: person.email,
      groups: [...person.groups],
      ...(type === 'ADFS_SAML' ? { windowsName: person.username } : {}),
    }))
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
