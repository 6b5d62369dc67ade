import { withLocalTimes, type Core, type Words } from '@portico/core'

type Told = Pick<Core, 'session' | 'launcher'> & { words(): Pick<Words, 'locale'> }

/** That this is a support session, else what the operator of the server tells everyone, as one text; undefined if there is nothing to tell. */
export function systemNotice({ session, launcher, words }: Told): string | undefined {
  const support = launcher.getState().user?.banner
  const banner = session.getState().session?.systemBanner
  const told = support
    ? `${support.title}. ${support.message}`
    : [banner?.message, banner?.errMsg].filter(Boolean).join(' ')
  return told === '' ? undefined : withLocalTimes(told, words())
}
