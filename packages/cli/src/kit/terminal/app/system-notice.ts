import type { Core } from '@portico/core'

/** That this is a support session, else what the operator of the server tells everyone, as one text; undefined if there is nothing to tell. */
export function systemNotice({ session, launcher }: Pick<Core, 'session' | 'launcher'>): string | undefined {
  const support = launcher.getState().user?.banner
  if (support !== undefined) return `${support.title}. ${support.message}`
  const banner = session.getState().session?.systemBanner
  return banner ? [banner.message, banner.errMsg].filter(Boolean).join(' ') : undefined
}
