import type { FindingId } from '@portico/core/contract'

/** Why a username belongs to no format of its provider; `hasFormats`: whether the provider has any. */
export function foreignUsername(username: string, hasFormats: boolean): FindingId {
  // Not a matter of formats: those are domains.
  if (!/[@\\]/.test(username)) return 'username-no-domain'
  return hasFormats ? 'username-foreign' : 'username-no-formats'
}
