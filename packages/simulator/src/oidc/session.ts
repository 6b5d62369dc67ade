import type { KoaContextWithOIDC, Provider } from 'oidc-provider'

import type { CheckedOidc } from '../config/checked.ts'
import { sessionPage } from '../pages/session.ts'
import { routes } from './configuration.ts'

/** Koa middleware for the page where a person sees that they are signed in, and signs out. */
export function showSession(provider: Provider, { config, mountPath }: { config: CheckedOidc; mountPath: string }) {
  return async function show(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    if (context.method !== 'GET' || context.path !== routes.session) return void (await next())
    const { accountId } = await provider.Session.get(context)
    const person = config.people.find((each) => each.subject === accountId)?.username
    context.body = sessionPage({ company: config.name, person, signOut: `${mountPath}${routes.end_session}` })
    return undefined
  }
}
