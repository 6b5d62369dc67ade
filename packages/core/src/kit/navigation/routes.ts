import type { ModuleRoute } from './modules.ts'

/** The screens of the portal: the table of spec section 2 and the pages that came later. Exact matches; `{name}` is a parameter. */
export const routes = [
  { id: 'setup', path: '/login/setup', layout: 'login' },
  { id: 'setup', path: '/login/setup/{step}', layout: 'login' },
  { id: 'unexpected', path: '/login/unexpected', layout: 'login' },
  { id: 'unauthorized', path: '/login/unauthorized', layout: 'login' },
  { id: 'signedOut', path: '/login/signed-out', layout: 'login' },
  { id: 'cliSignIn', path: '/login/device', layout: 'login' },
  { id: 'recovery', path: '/login/recovery', layout: 'login' },
  { id: 'login', path: '/login', layout: 'login' },
  { id: 'firstTime', path: '/portal/admin/firsttime', layout: 'login' },
  { id: 'environments', path: '/portal/environments', layout: 'login' },
  { id: 'idpSwitch', path: '/portal/idp-switch', layout: 'login' },
  { id: 'launcher', path: '/portal', layout: 'portal' },
  { id: 'sessions', path: '/portal/sessions', layout: 'portal' },
  { id: 'apiToken', path: '/portal/apitoken', layout: 'portal' },
  { id: 'overview', path: '/portal/admin', layout: 'portal' },
  { id: 'globalSettings', path: '/portal/admin/global-settings', layout: 'portal' },
  { id: 'globalSettings', path: '/portal/admin/global-settings/{tabId}', layout: 'portal' },
  { id: 'securitySettings', path: '/portal/admin/global-settings/security-settings/{sectionId}', layout: 'portal' },
  { id: 'identityProviderCreate', path: '/portal/admin/global-settings/identity-providers/create', layout: 'portal' },
  { id: 'identityProvider', path: '/portal/admin/global-settings/identity-providers/{idpId}', layout: 'portal' },
  {
    id: 'identityProvider',
    path: '/portal/admin/global-settings/identity-providers/{idpId}/{tabId}',
    layout: 'portal',
  },
  {
    id: 'identityProvider',
    path: '/portal/admin/global-settings/identity-providers/{idpId}/{tabId}/{sectionId}',
    layout: 'portal',
  },
  { id: 'launcherSettings', path: '/portal/admin/launcher', layout: 'portal' },
  { id: 'groups', path: '/portal/admin/groups', layout: 'portal' },
  { id: 'people', path: '/portal/admin/people', layout: 'portal' },
  { id: 'person', path: '/portal/admin/people/{personId}', layout: 'portal' },
  { id: 'audit', path: '/portal/admin/audit', layout: 'portal' },
  { id: 'notices', path: '/portal/admin/notices', layout: 'portal' },
  { id: 'signIns', path: '/portal/admin/sign-ins', layout: 'portal' },
  { id: 'signIn', path: '/portal/admin/sign-ins/{code}', layout: 'portal' },
  { id: 'environmentSettings', path: '/portal/admin/environment-settings', layout: 'portal' },
  { id: 'environmentSettings', path: '/portal/admin/environment-settings/{envId}', layout: 'portal' },
  { id: 'environmentSettings', path: '/portal/admin/environment-settings/{envId}/{tabId}', layout: 'portal' },
  { id: 'serviceAccountCreate', path: '/portal/admin/environments/{envId}/service-accounts/create', layout: 'portal' },
  { id: 'serviceAccountEdit', path: '/portal/admin/environments/{envId}/service-accounts/edit/{id}', layout: 'portal' },
  { id: 'applicationEdit', path: '/portal/admin/environments/{envId}/applications/edit/{appId}', layout: 'portal' },
  { id: 'operations', path: '/operations', layout: 'portal' },
  { id: 'operatedTenant', path: '/operations/{slug}', layout: 'portal' },
] as const satisfies readonly Route[]

type Route = { readonly id: string; readonly path: string; readonly layout: 'login' | 'portal' }

export type RouteId = (typeof routes)[number]['id']

export type RouteMatch = {
  readonly id: RouteId
  readonly layout: 'login' | 'portal'
  readonly params: Readonly<Record<string, string>>
}

/** Where every unknown path goes, without adding history (spec section 2). */
export const fallbackPath = '/portal'

/** The screen of a path (no query, no hash), matched exactly; undefined if there is none. */
export function matchRoute(path: string): RouteMatch | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, path)
    if (params !== undefined) return { id: route.id, layout: route.layout, params }
  }
  return undefined
}

/** What a path leads to. `undecided` is a path that may belong to a module, before the modules are known. */
export type Place =
  | { readonly kind: 'screen'; readonly match: RouteMatch }
  | { readonly kind: 'module'; readonly module: ModuleRoute }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'unknown' }

/**
 * A screen of the portal, else a module (spec section 2: "module urls also act as route entries"), else unknown, which
 * sends the person to {@link fallbackPath}. A module cannot take the address of a screen.
 * @param options.modules undefined until the server has listed them.
 * @param options.isDrawn whether this face has the screen of a route; absent: it has all screens.
 */
export function placeOf(
  path: string,
  options: { modules: readonly ModuleRoute[] | undefined; isDrawn?: (id: RouteId) => boolean },
): Place {
  const match = matchRoute(path)
  if (match !== undefined && (options.isDrawn?.(match.id) ?? true)) return { kind: 'screen', match }
  if (options.modules === undefined) return { kind: 'undecided' }
  const module = options.modules.find((one) => one.path === path)
  return module === undefined ? { kind: 'unknown' } : { kind: 'module', module }
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) {
      if (part !== value) return undefined
      continue
    }
    const decoded = decode(value)
    if (decoded === undefined || decoded === '') return undefined
    params[name] = decoded
  }
  return params
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
