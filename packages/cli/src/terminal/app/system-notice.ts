import type { Core } from '@portico/core'

/** What the operator of the server tells everyone, as one text; undefined if there is nothing to tell. */
export function systemNotice({ session }: Pick<Core, 'session'>): string | undefined {
  const banner = session.getState().session?.systemBanner
  return banner ? [banner.message, banner.errMsg].filter(Boolean).join(' ') : undefined
}
