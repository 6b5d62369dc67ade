import type { Context } from 'hono'

import { pageHeaders } from '../pages/headers.ts'
import { loggedOutPage } from '../pages/logout.ts'
import type { SamlIdp } from './context.ts'
import type { Incoming } from './incoming.ts'
import { logoutRequest, logoutResponse, readLogoutRequest } from './logout-messages.ts'
import type { LogoutRun } from './logout-run.ts'
import { namespaces, type StatusName, statusUris } from './names.ts'
import { outgoing } from './outgoing.ts'
import { refusedPage, send } from './pages.ts'
import { type SamlSession, sessionMeant } from './participants.ts'
import { logoutEndpoint, type ServiceProvider } from './service-provider.ts'

/** Single logout, started by a service provider or here. The session ends before any other party is notified. */
export function logout(idp: SamlIdp) {
  const { config, sessions, logouts, switches } = idp

  return {
    /** A LogoutRequest of a service provider. Its signature was checked already. */
    async asked(context: Context, incoming: Incoming, serviceProvider: ServiceProvider): Promise<Response> {
      const { binding, relayState } = incoming
      const askedBy = { serviceProvider, requestId: incoming.id, binding, relayState }
      const meant = readLogoutRequest(incoming)
      const session = sessionMeant(sessions, serviceProvider.entityId, meant, config.flavour === 'adfs')
      if (session === undefined && config.flavour === 'adfs')
        return refusedPage(
          context,
          idp,
          'The NameID and SessionIndex of the logout request are not those that were issued (event 368).',
        )
      const nobody = { sessionIndex: '', left: [], askedBy, partial: false }
      if (session === undefined) return next(context, nobody)
      sessions.end(context, session)
      const left = await others(session, serviceProvider.entityId)
      return next(context, { sessionIndex: session.extra.sessionIndex, left, askedBy, partial: false })
    },

    /** A LogoutResponse to one of our requests. */
    async answered(context: Context, incoming: Incoming): Promise<Response> {
      const run = logouts.take(incoming.root.getAttribute('InResponseTo') ?? '')
      if (run === undefined) return refusedPage(context, idp, 'This logout response is not expected.')
      const status = incoming.root.getElementsByTagNameNS(namespaces.protocol, 'StatusCode')[0]?.getAttribute('Value')
      return next(context, { ...run, partial: run.partial || status !== statusUris.Success })
    },

    /** The person signs out on the provider's own page. */
    async everywhere(context: Context): Promise<Response> {
      const session = sessions.of(context)
      if (session === undefined) return done(context)
      sessions.end(context, session)
      const left = await others(session, undefined)
      return next(context, { sessionIndex: session.extra.sessionIndex, left, askedBy: undefined, partial: false })
    },
  }

  async function others({ extra }: SamlSession, except: string | undefined): Promise<LogoutRun['left']> {
    const found = await Promise.all(
      [...extra.known].map(async ([entityId, { nameId }]) => {
        const serviceProvider = entityId === except ? undefined : await idp.serviceProviders.find(entityId)
        return serviceProvider === undefined ? [] : [{ serviceProvider, nameId }]
      }),
    )
    return found.flat()
  }

  async function next(context: Context, run: LogoutRun): Promise<Response> {
    const [first, ...left] = run.left
    if (first === undefined) return finish(context, run)
    const endpoint = logoutEndpoint(first.serviceProvider, config.sloBinding)
    if (endpoint === undefined) return next(context, { ...run, left, partial: true })
    const head = { issuer: idp.entityId, destination: endpoint.url, now: idp.now() }
    const { id, text } = logoutRequest(head, { nameId: first.nameId, sessionIndex: run.sessionIndex })
    logouts.set(id, { ...run, left })
    const keys = switches().unsignedLogoutRequest ? undefined : await idp.keys.signing()
    const message = {
      binding: endpoint.binding,
      url: endpoint.url,
      kind: 'SAMLRequest',
      text,
      relayState: undefined,
    } as const
    return send(context, config, outgoing(message, keys, hash()))
  }

  async function finish(context: Context, { askedBy, partial }: LogoutRun): Promise<Response> {
    const endpoint = askedBy === undefined ? undefined : logoutEndpoint(askedBy.serviceProvider, askedBy.binding)
    if (askedBy === undefined || endpoint === undefined) return done(context)
    const { requestId: inResponseTo, relayState } = askedBy
    const head = { issuer: idp.entityId, destination: endpoint.responseUrl, now: idp.now() }
    const second: StatusName | undefined = partial ? 'PartialLogout' : undefined
    const text = logoutResponse(head, { inResponseTo, status: 'Success', second })
    const keys = switches().unsignedLogoutResponse ? undefined : await idp.keys.signing()
    const { binding, responseUrl: url } = endpoint
    return send(context, config, outgoing({ binding, url, kind: 'SAMLResponse', text, relayState }, keys, hash()))
  }

  function done(context: Context): Response {
    return context.html(loggedOutPage({ company: config.name }), 200, pageHeaders())
  }

  function hash() {
    return switches().sha1 ? 'sha1' : 'sha256'
  }
}
