import type { LauncherState } from '@portico/core'

import type { Place } from './place.ts'

/** Screens whose settings a support session may change where the tenant allows changes. The server decides (decision 97). */
const changeable: ReadonlySet<Place['view']> = new Set([
  'environments',
  'branding',
  'idle-time',
  'certificates',
  'identity-providers',
  'identity-provider-create',
  'identity-provider',
  'username-formats',
  'all-formats',
  'provider-values',
  'provider-draft',
  'roles',
  'mappings',
  'mapping',
  'matrix',
  'comparison',
  'groups',
])

/** What a support session may do on a screen; undefined for everyone else. */
export function supportLock(
  { principal, user }: Pick<LauncherState, 'principal' | 'user'>,
  place: Place | undefined,
): 'change' | 'read' | 'never' | undefined {
  if (principal?.kind !== 'support') return undefined
  if (user?.banner?.readonly === true) return 'read'
  return place !== undefined && changeable.has(place.view) ? 'change' : 'never'
}
