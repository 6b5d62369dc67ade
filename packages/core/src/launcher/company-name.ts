import type { Branding } from '../branding/contract.ts'
import type { PortalUser, PrincipalInfo } from './contract.ts'

type SignedIn = { readonly user: PortalUser | undefined; readonly principal: PrincipalInfo | undefined }

/** The company at the end of a title: the tenant the person is signed in to, otherwise the deployment's company. */
export function companyNameOf({ user, principal }: SignedIn, branding: Branding | undefined): string {
  return user?.tenantName ?? principal?.tenant.name ?? branding?.companyName ?? ''
}
