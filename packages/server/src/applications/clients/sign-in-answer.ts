import type { ApplicationSignIn } from '@portico/core/contract'

import { certificatesOf } from './certificates.ts'
import type { Client } from './queries.ts'
import { applicationSamlAddresses } from './saml-addresses.ts'

/** A registration as the API answers it, with what is entered at the application. Without one: where it would be. */
export function shownSignIn(
  client: Client | undefined,
  {
    baseUrl,
    tenantId,
    openedBy,
  }: { readonly baseUrl: string; readonly tenantId: string; readonly openedBy: readonly string[] },
): ApplicationSignIn {
  return {
    config: client?.config ?? null,
    clientId: client?.id ?? null,
    secretMadeAt: client?.secretMadeAt?.toISOString() ?? null,
    previousSecretUntil: client?.previousSecretUntil?.toISOString() ?? null,
    certificates: client === undefined ? [] : certificatesOf(client.config),
    openedBy: [...openedBy],
    provider: providerOf(baseUrl, tenantId),
  }
}

/** What an administrator of an application enters there. */
export function providerOf(baseUrl: string, tenantId: string): ApplicationSignIn['provider'] {
  const { entityId, ssoUrl, sloUrl } = applicationSamlAddresses(baseUrl, tenantId)
  return {
    issuer: baseUrl,
    discoveryUrl: `${baseUrl}/.well-known/openid-configuration`,
    samlEntityId: entityId,
    samlSsoUrl: ssoUrl,
    samlSloUrl: sloUrl,
  }
}
