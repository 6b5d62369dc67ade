import { apiPrefix, matchRoute, screenPath, selectEnvironment } from '@portico/core'

import type { Portal } from '../../kit/context/portal-context.tsx'
import type { PortalLocation } from '../../kit/ports/navigator.ts'

/**
 * Posts the form of spec section 2 from any page. Asks first where a form has unsaved changes. After the answer, which leads to the
 * launcher, the person comes back to the page they were on, or to the same page of the other environment.
 */
export function switchTo(id: string, { core, navigator, destination }: Portal, page: Document = document): void {
  core.leaveBlocker.leave(() => {
    destination.keep(placeIn(id, navigator.getState()))
    core.environments.open(id)
    const form = page.createElement('form')
    form.method = 'post'
    form.action = apiPrefix + selectEnvironment.path
    for (const [name, value] of [
      ['env_id', id],
      ['X-CSRFToken', core.http.cookie('csrf') ?? ''],
    ] as const) {
      const field = page.createElement('input')
      field.type = 'hidden'
      field.name = name
      field.value = value
      form.append(field)
    }
    page.body.append(form)
    form.submit()
  })
}

/** The page of another environment that answers to this one; the page itself where it belongs to no environment. */
export function placeIn(envId: string, { path, search }: PortalLocation): string {
  const { envId: from, id } = matchRoute(path)?.params ?? {}
  if (from === undefined) return path + search
  // An account of one environment is not in another.
  return id === undefined
    ? path.replace(from, envId)
    : screenPath('environmentSettings', { envId, tabId: 'service-accounts' })
}
