import type { KoaContextWithOIDC } from 'oidc-provider'

import { routes } from './configuration.ts'
import { readForm } from './form.ts'

/**
 * Koa middleware. A logout by form comes from another site, without this provider's cookie; the same by GET, to which
 * it is sent on, comes with it.
 */
export function logoutByForm(mountPath: string) {
  return async function sendOn(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    if (context.method !== 'POST' || context.path !== routes.end_session) return void (await next())
    const form = await readForm(context.req)
    context.status = 303
    context.redirect(`${mountPath}${routes.end_session}?${form.toString()}`)
    return undefined
  }
}
