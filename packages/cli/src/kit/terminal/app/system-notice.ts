import { withLocalTimes, type Core, type Words } from '@portico/core'

type Told = Pick<Core, 'session' | 'launcher'> & { words(): Pick<Words, 'locale'> }

/** That this is a support session, else what the operator of the server tells everyone, as one text; undefined if there is nothing to tell. */
export function systemNotice(core: Told): string | undefined {
  const { session, launcher } = core
  const support = launcher.getState().user?.banner
  const banner = session.getState().session?.systemBanner
  const told = support
    ? `${support.title}. ${support.message}`
    : [banner?.message, banner?.errMsg].filter(Boolean).join(' ')
  return told === '' ? undefined : withLocalTimes(told, core.words())
}
