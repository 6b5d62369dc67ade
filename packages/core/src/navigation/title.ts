import type { Branding } from '../branding/contract.ts'
import type { PortalUser, PrincipalInfo } from '../launcher/contract.ts'

/** Spec section 2 and 9: optional part, the app portal title and the company name, separated by " | ". */
export const titleSeparator = ' | '

export function pageTitle(options: { part?: string | undefined; portal: string; company: string }): string {
  return [options.part, options.portal, options.company]
    .filter((part) => part !== undefined && part !== '')
    .join(titleSeparator)
}

type SignedIn = { readonly user: PortalUser | undefined; readonly principal: PrincipalInfo | undefined }

/** The company a title ends with: the tenant signed in to, else the one the deployment is named after. */
export function companyNameOf({ user, principal }: SignedIn, branding: Branding | undefined): string {
  return user?.tenantName ?? principal?.tenant.name ?? branding?.companyName ?? ''
}
