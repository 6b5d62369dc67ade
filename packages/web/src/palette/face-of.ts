import { matchRoute, type PaletteFace } from '@portico/core'

import type { Portal } from '../context/portal-context.tsx'
import { safeHref } from '../navigation/safe-href.ts'
import { ownerOf } from '../navigation/typed-work.ts'

/** What core's palette learns of this portal when it opens: the environment is that of the page, else the session's. */
export function faceOf({ core, navigator }: Portal): PaletteFace {
  const { user, userData, adminModules } = core.launcher.getState()
  const { origin } = window.location
  return {
    origin,
    owner: user === undefined ? '' : ownerOf(user),
    isAdmin: adminModules !== undefined && adminModules.length > 0,
    environmentId: matchRoute(navigator.getState().path)?.params['envId'] ?? userData?.environmentId ?? undefined,
    offers: ({ target }) =>
      target.kind !== 'application' || safeHref(target.application.launchUrl, origin) !== undefined,
  }
}
