import { createHash } from 'node:crypto'

import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { samlPaths } from './addresses.ts'
import { readAuthnRequest } from './authn-request.ts'
import type { SamlIdp } from './context.ts'
import { type Incoming, readIncoming } from './incoming.ts'
import { logout } from './logout.ts'
import { metadataOf } from './metadata.ts'
import { refusedPage, sessionPage } from './pages.ts'
import { defaultConsumer, type ServiceProvider } from './service-provider.ts'
import { signIn } from './sign-in.ts'
import { attributeOf } from './xml.ts'

/** Everything below `{base}/saml/{id}`. `wait` waits the given number of seconds, or until the simulator stops. */
export function samlRoutes(idp: SamlIdp, wait: (secs: number) => Promise<void>): Hono {
  const { config, base, switches, sessions, serviceProviders } = idp
  const paths = samlPaths(config.flavour)
  const routes = new Hono()
  const [single, out] = [signIn(idp), logout(idp)]

  routes.use(bodyLimit({ maxSize: 512 * 1024 }), async (_context, next) => {
    await wait(switches().slowSecs)
    await next()
  })
  for (const path of new Set([paths.metadata, paths.published])) routes.get(path, metadata)
  // The router matches addresses with and without a trailing slash, and needs those without.
  for (const path of new Set([paths.redirect, paths.post, paths.slo].map((each) => each.replace(/\/$/, '')))) {
    routes.get(path, (context) => receive(context, undefined))
    routes.post(path, async (context) => receive(context, new URLSearchParams(await context.req.text())))
  }
  routes.get(`${paths.login}/:request`, (context) => single.form(context, context.req.param('request')))
  routes.post(`${paths.login}/:request`, async (context) => {
    return single.submit(context, context.req.param('request'), new URLSearchParams(await context.req.text()))
  })
  routes.get(`${paths.login}/:request/cancel`, (context) => single.cancel(context, context.req.param('request')))
  routes.get(paths.start, start)
  routes.get(paths.session, session)
  routes.post(paths.signOut, (context) => out.everywhere(context))
  return routes

  async function metadata(context: Context): Promise<Response> {
    const certificates = await idp.keys.published()
    const etag = `"${createHash('sha256').update(certificates.join()).digest('base64url')}"`
    if (context.req.header('if-none-match') === etag) return context.body(null, 304, { etag })
    return context.body(
      `<?xml version="1.0" encoding="UTF-8"?>\n${metadataOf(config, base, certificates).markup}`,
      200,
      {
        'content-type': 'application/samlmetadata+xml',
        etag,
      },
    )
  }

  async function receive(context: Context, form: URLSearchParams | undefined): Promise<Response> {
    let incoming: Incoming
    try {
      incoming = readIncoming(new URL(context.req.url).search, form)
    } catch (error) {
      return refusedPage(context, idp, (error as Error).message)
    }
    const serviceProvider = await serviceProviders.find(
      incoming.issuer,
      attributeOf(incoming.root, 'AssertionConsumerServiceURL'),
    )
    if (serviceProvider === undefined)
      return refusedPage(context, idp, `There is no service provider "${incoming.issuer}" here.`)
    const here = new URL(context.req.path, base).href
    if (incoming.destination !== undefined && !sameAddress(incoming.destination, here))
      return refusedPage(context, idp, 'The message was meant for another address.')
    const trusted = await isTrusted(incoming, serviceProvider)
    if (trusted !== true) return refusedPage(context, idp, trusted)
    const { name } = incoming
    try {
      if (name === 'AuthnRequest') return single.begin(context, readAuthnRequest(incoming, serviceProvider))
      if (name === 'LogoutRequest') return await out.asked(context, incoming, serviceProvider)
      if (name === 'LogoutResponse') return await out.answered(context, incoming)
      return refusedPage(context, idp, `A ${name} is not a message for an identity provider.`)
    } catch (error) {
      return refusedPage(context, idp, (error as Error).message)
    }
  }

  /** True, or why not. A key that metadata shows only since today is looked up there once. */
  async function isTrusted(incoming: Incoming, known: ServiceProvider): Promise<true | string> {
    const signInSigned = incoming.name === 'AuthnRequest' && (known.signsRequests || config.requireSignedRequests)
    const logoutSigned =
      incoming.name === 'LogoutRequest' && (config.flavour === 'adfs' || known.signingCertificates.length > 0)
    if (!incoming.signed) return signInSigned || logoutSigned ? 'The request must be signed.' : true
    if (known.signingCertificates.length === 0) return true
    if (incoming.signedBy(known.signingCertificates)) return true
    await serviceProviders.refresh()
    const fresh = await serviceProviders.find(incoming.issuer)
    if (fresh !== undefined && incoming.signedBy(fresh.signingCertificates)) return true
    return 'The signature of the request is not the service provider’s.'
  }

  /** IdP-initiated: `?sp={entity id}&RelayState=…`; without `sp`, the only service provider there is. */
  async function start(context: Context): Promise<Response> {
    const all = await serviceProviders.all()
    const asked = context.req.query('sp')
    const serviceProvider =
      asked === undefined && all.length === 1 ? all[0] : all.find((each) => each.entityId === asked)
    const consumerUrl = serviceProvider === undefined ? undefined : defaultConsumer(serviceProvider)
    if (serviceProvider === undefined || consumerUrl === undefined)
      return refusedPage(context, idp, 'Name a service provider: ?sp=ENTITY-ID.')
    return single.begin(context, {
      id: undefined,
      serviceProvider,
      consumerUrl,
      relayState: context.req.query('RelayState'),
      forceAuthn: false,
      passive: false,
      nameIdFormat: undefined,
      context: undefined,
      loginHint: undefined,
    })
  }

  async function session(context: Context): Promise<Response> {
    const found = sessions.of(context)
    const all = await serviceProviders.all()
    const targets = all.flatMap((each) => each.logouts.map(({ url }) => new URL(url).origin))
    const shown = {
      person: found?.person.username,
      signedInAt: [...(found?.extra.known.keys() ?? [])],
      serviceProviders: all.map((each) => each.entityId),
    }
    return sessionPage(context, config, shown, targets)
  }
}

/** ADFS is known by its address with and without the slash at the end. */
function sameAddress(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '')
}
