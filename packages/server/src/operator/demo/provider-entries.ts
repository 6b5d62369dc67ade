import { familyOf } from '@portico/core/contract'
import type { InferInput } from 'valibot'

import type { TenantFile } from '../tenant-import/tenant-file.ts'
import { demoClientId, demoProviders, type DemoAddresses, type DemoProvider } from './providers.ts'
import { spareProviders } from './spare-providers.ts'

type Entry = NonNullable<InferInput<typeof TenantFile>['identityProviders']>[number]

/** The identity providers of one tenant as its file describes them. */
export function providerEntries(tenant: string, at: DemoAddresses): Entry[] {
  return demoProviders.filter((one) => one.tenant === tenant).map((one) => entryOf(one, at))
}

function entryOf(provider: DemoProvider, at: DemoAddresses): Entry {
  const { id, name, type, primary } = provider
  const common = {
    name,
    primary,
    emailSuffixes: [...provider.emailSuffixes],
    windowsDomains: [...provider.windowsDomains],
  }
  const secret = at.clientSecrets[id] ?? ''
  // By posted form in one tenant and by redirect in the others, so that the demo shows both ways an answer can come.
  const responseMode = id === 'globex' ? 'form_post' : 'query'
  const certificate = at.signingKeys[id]?.certificate ?? ''
  switch (type) {
    case 'OIDC': {
      const config = { issuer: `${at.simulator}/oidc/${id}`, clientId: demoClientId, responseMode } as const
      return { ...common, type, config, clientSecret: secret }
    }
    case 'AAD':
    case 'AAD2': {
      const config = {
        domainName: provider.emailSuffixes[0] ?? '',
        applicationId: demoClientId,
        applicationSecretStartsOn: dayAfter(at.nowMs, 0),
        applicationSecretEndsOn: dayAfter(at.nowMs, provider.directory?.secretDays ?? 365),
      }
      return { ...common, type, config, applicationSecret: secret }
    }
    default:
      return { ...common, type, config: { ...samlConfig(provider, at.simulator), signingCertificate1: certificate } }
  }
}

/** `2026-11-21`, in UTC. */
function dayAfter(nowMs: number, days: number): string {
  return new Date(nowMs + days * 86_400_000).toISOString().slice(0, 10)
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** The simulator's addresses and attribute names of each flavour. */
function samlConfig({ id, type }: DemoProvider, simulator: string) {
  const own = `${simulator}/saml/${id}`
  if (type === 'ADFS_SAML') {
    return {
      entityId: `${own}/adfs/services/trust`,
      ssoUrl: `${own}/adfs/ls/`,
      sloUrl: `${own}/adfs/ls/`,
      omitNameIdPolicy: true,
      metadataUrl: `${own}/FederationMetadata/2007-06/FederationMetadata.xml`,
      attributes: {
        firstName: `${claims}/givenname`,
        lastName: `${claims}/surname`,
        email: `${claims}/emailaddress`,
        displayName: `${claims}/name`,
        username: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname',
        group: 'http://schemas.xmlsoap.org/claims/Group',
      },
    }
  }
  if (type === 'SFDC_SAML') {
    return {
      entityId: own,
      ssoUrl: `${own}/idp/endpoint/HttpPost`,
      ssoBinding: 'post' as const,
      sloUrl: `${own}/services/auth/idp/saml2/logout`,
      metadataUrl: `${own}/.well-known/samlidp.xml`,
      attributes: {
        firstName: 'FirstName',
        lastName: 'LastName',
        email: 'email',
        username: 'username',
        group: 'groups',
      },
      subjectAttribute: 'userId',
    }
  }
  return {
    entityId: `${own}/metadata`,
    ssoUrl: `${own}/sso`,
    sloUrl: `${own}/slo`,
    nameIdFormat: 'persistent' as const,
    metadataUrl: `${own}/metadata`,
    attributes: {
      firstName: 'givenName',
      lastName: 'sn',
      email: 'mail',
      displayName: 'displayName',
      username: 'username',
      group: 'groups',
    },
  }
}

/** Ids of the simulator's providers that need a client secret, and of those that sign with a key we have to know. */
export function providersWith(need: 'secret' | 'signing key'): string[] {
  const all = [...demoProviders, ...spareProviders]
  return all.filter((one) => (familyOf(one.type) === 'saml') === (need === 'signing key')).map(({ id }) => id)
}
