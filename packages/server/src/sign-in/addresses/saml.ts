/** Our side's names and addresses towards one SAML provider. */
export type SamlAddresses = {
  /** One for the tenant, the same for all of its providers, and permanent: providers identify us by it. */
  readonly entityId: string
  readonly acsUrl: string
  readonly sloUrl: string
  readonly metadataUrl: string
}

/** Our addresses for a provider: each has its own assertion consumer service (mix-up defence). */
export function samlAddresses(
  baseUrl: string,
  provider: { readonly tenantId: string; readonly id: string },
): SamlAddresses {
  const own = `${baseUrl}${samlPath(provider.id)}`
  return {
    entityId: samlEntityId(baseUrl, provider.tenantId),
    acsUrl: `${own}/acs`,
    sloUrl: `${own}/slo`,
    metadataUrl: `${own}/metadata`,
  }
}

export function samlEntityId(baseUrl: string, tenantId: string): string {
  return `${baseUrl}/saml/${tenantId}`
}

/** The path prefix of one provider's endpoints. */
export function samlPath(providerId: string): string {
  return `/api/login/idps/${providerId}/saml`
}
