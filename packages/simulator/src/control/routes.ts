import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { ConfigError } from '../config/check.ts'
import type { AnyControl } from './control.ts'

/**
 * The switches over HTTP, as JSON. Changes need `content-type: application/json`, which a page of another origin cannot
 * send unasked.
 *
 *     GET  /{provider}                     the switches
 *     PUT  /{provider}                     changes those that the body names; answers all
 *     POST /{provider}/reset               all switches back to a provider that behaves; answers them
 *     POST /{provider}/rotate-keys         a new signing key, or the next one that was shown; 204
 *     POST /{provider}/redirect-uris       oidc, azure: {clientId, redirectUris?, postLogoutRedirectUris?,
 *                                          backchannelLogoutUri?, frontchannelLogoutUri?} are allowed from now on; 204
 *     POST /{provider}/service-providers   saml: one service provider as in the configuration; 204
 *
 * Which switches there are depends on the provider's kind:
 *
 * | kind  | switches |
 * |-------|----------|
 * | oidc  | `latencyMs`, `fail`, `failWith`, `odd`, `oddLogout`: see `switches.ts` |
 * | azure | `noGraphPermission`, `manyGroups` (250), `hugeGroups` (12,000), `hasgroups`, `otherTenant`, `expiredSecret`, `slowSecs`, `rotatedKeys`, `wrongVersion`, `graphSlow` (seconds), `graphDown`, `odd`: see `azure/switches.ts` |
 * | saml  | `clockOffsetSecs`, `expiredCertificate`, `otherCertificate`, `nextPublished`, `rotatedKeys`, `unsignedAssertion`, `wrongAudience`, `wrongRecipient`, `wrongDestination`, `wrongIssuer`, `wrongInResponseTo`, `noNameId`, `noUsername`, `oldAuthnSecs`, `noGroups`, `statusFailed`, `sha1`, `unsignedLogoutResponse`, `unsignedLogoutRequest`, `slowSecs`, `replay`, `badXml`, `wrapped`, `otherPerson`: see `saml/switches.ts` |
 */
export function controlRoutes(controlOf: (providerId: string) => AnyControl | undefined): Hono {
  const routes = new Hono<{ Variables: { control: AnyControl } }>()
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
  routes.post('/:provider/reset', (context) => context.json(context.var.control.reset()))
  routes.post('/:provider/rotate-keys', async (context) => {
    await context.var.control.rotateKeys()
    return context.body(null, 204)
  })
  routes.post('/:provider/redirect-uris', async (context) => {
    const { control } = context.var
    if (control.addRedirectUris === undefined) throw new ConfigError('This provider has no clients.')
    control.addRedirectUris(await context.req.json())
    return context.body(null, 204)
  })
  routes.post('/:provider/service-providers', async (context) => {
    const { control } = context.var
    if (control.addServiceProvider === undefined) throw new ConfigError('This provider has no service providers.')
    control.addServiceProvider(await context.req.json())
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
