import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { ConfigError } from '../config/check.ts'
import type { ProviderControl } from './control.ts'

/**
 * The switches over HTTP, as JSON. Changes need `content-type: application/json`, which a page of another origin cannot
 * send unasked.
 *
 *     GET  /{provider}                   the switches
 *     PUT  /{provider}                   changes those that the body names; answers all
 *     POST /{provider}/rotate-keys       a new signing key; 204
 *     POST /{provider}/redirect-uris     {clientId, redirectUris?, postLogoutRedirectUris?} are allowed from now on; 204
 */
export function controlRoutes(controlOf: (providerId: string) => ProviderControl | undefined): Hono {
  const routes = new Hono<{ Variables: { control: ProviderControl } }>()
  routes.use('/:provider/*', bodyLimit({ maxSize: 64 * 1024 }), async (context, next) => {
    const control = controlOf(context.req.param('provider') ?? '')
    if (control === undefined) return context.json({ error: 'There is no such provider.' }, 404)
    if (context.req.method !== 'GET' && !isJson(context)) return context.json({ error: 'Send application/json.' }, 415)
    context.set('control', control)
    await next()
    return undefined
  })
  routes.get('/:provider', (context) => context.json(context.var.control.switches()))
  routes.put('/:provider', async (context) => context.json(context.var.control.set(await context.req.json())))
  routes.post('/:provider/rotate-keys', async (context) => {
    await context.var.control.rotateKeys()
    return context.body(null, 204)
  })
  routes.post('/:provider/redirect-uris', async (context) => {
    context.var.control.addRedirectUris(await context.req.json())
    return context.body(null, 204)
  })
  routes.onError((error, context) => {
    const theirs = error instanceof TypeError || error instanceof SyntaxError || error instanceof ConfigError
    return context.json({ error: theirs ? error.message : 'The simulator failed.' }, theirs ? 400 : 500)
  })
  return routes as unknown as Hono
}

function isJson(context: Context): boolean {
  return /^application\/json\b/i.test(context.req.header('content-type') ?? '')
}
