import { matchRoute, safeHref, type PaletteFace } from '@portico/core'

import type { Portal } from '../../kit/context/portal-context.tsx'
import { ownerOf } from '../../kit/ports/typed-work.ts'

/** What core's palette learns of this portal: the environment is that of the page, else the session's. */
export function faceOf({ core, navigator }: Portal): PaletteFace {
  const { origin } = window.location
  const ofPage = matchRoute(navigator.getState().path)?.params['envId']
  const known = () => core.launcher.getState()
  return {
    origin,
    get owner() {
      const { user } = known()
      return user === undefined ? '' : ownerOf(user)
    },
    get isAdmin() {
      return (known().adminModules?.length ?? 0) > 0
    },
    get environmentId() {
      return ofPage ?? known().userData?.environmentId ?? undefined
    },
    findsPeople: true,
    offers: ({ target }) =>
      target.kind !== 'application' || safeHref(target.application.launchUrl, origin) !== undefined,
  }
}
