/** Which tenant an identity provider belongs to, from the id in an address. */
export type ProviderTenants = {
  /** Switched off or not; undefined: there is no such provider. */
  of(id: string): Promise<string | undefined>
}
