import { safeHref } from '@portico/core'

/** The privacy policy of the company, on the pages of the login (spec section 2). Nothing if it has none. */
export function PrivacyLink({ address, label }: { address: string | undefined; label: string }) {
  const href = address === undefined ? undefined : safeHref(address, location.origin)
  if (href === undefined) return null
  return (
    <a href={href} rel="noopener noreferrer">
      {label}
    </a>
  )
}
