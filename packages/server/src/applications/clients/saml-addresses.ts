/** Our names and addresses as the identity provider of a tenant's applications. */
export type ApplicationSamlAddresses = {
  /** Permanent: applications identify us by it. It is the address of the metadata. */
  readonly entityId: string
  readonly ssoUrl: string
  readonly sloUrl: string
  readonly sloSoapUrl: string
}

/** By the id of the tenant, which never changes. */
export function applicationSamlAddresses(baseUrl: string, tenantId: string): ApplicationSamlAddresses {
  const own = `${baseUrl}${tenantPath(tenantId)}`
  return { entityId: `${own}/metadata`, ssoUrl: `${own}/sso`, sloUrl: `${own}/slo`, sloSoapUrl: `${own}/slo/soap` }
}

/** Opens the application of a registration by a response that it did not ask for. */
export function launchPath({ tenantId, id }: { readonly tenantId: string; readonly id: string }): string {
  return `${tenantPath(tenantId)}/launch/${id}`
}

export function tenantPath(tenantId: string): string {
  return `/api/saml/${tenantId}`
}
