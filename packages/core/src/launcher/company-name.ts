import type { Branding } from '../branding/contract.ts'
import type { PortalUser, PrincipalInfo } from './contract.ts'

type SignedIn = { readonly user: PortalUser | undefined; readonly principal: PrincipalInfo | undefined }

/**
 * The company at the end of a title: as the branding of the tenant names it that the person is signed in to, otherwise as
 * the deployment's does; the tenant itself until that is read.
 */
export function companyNameOf({ user, principal }: SignedIn, branding: Branding | undefined): string {
  return branding?.companyName ?? user?.tenantName ?? principal?.tenant.name ?? ''
}
