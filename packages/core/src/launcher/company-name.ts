import type { Branding } from '../branding/contract.ts'
import type { PortalUser, PrincipalInfo } from './contract.ts'

type SignedIn = { readonly user: PortalUser | undefined; readonly principal: PrincipalInfo | undefined }

/** The company a title ends with: the tenant signed in to, else the one the deployment is named after. */
export function companyNameOf({ user, principal }: SignedIn, branding: Branding | undefined): string {
  return user?.tenantName ?? principal?.tenant.name ?? branding?.companyName ?? ''
}
