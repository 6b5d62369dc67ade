import type { Branding } from '../../tenant/branding/contract.ts'
import type { PortalUser, PrincipalInfo } from './contract.ts'

type SignedIn = { readonly user: PortalUser | undefined; readonly principal: PrincipalInfo | undefined }

/**
 * The company at the end of a title: as the branding of the tenant names it that the person is signed in to, otherwise the
 * tenant, otherwise the deployment's company. A page has the branding of the moment it was loaded, and reads the tenant again.
 */
export function companyNameOf({ user, principal }: SignedIn, branding: Branding | undefined): string {
  const own = branding?.hasOwnName === true ? branding.companyName : undefined
  return own ?? user?.tenantName ?? principal?.tenant.name ?? branding?.companyName ?? ''
}
