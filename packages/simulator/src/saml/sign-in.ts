import { randomBytes } from 'node:crypto'

import type { Context } from 'hono'

import { pageHeaders } from '../pages/headers.ts'
import { loginPage } from '../pages/login.ts'
import { meansAnother, personSigningIn, wrongWords } from '../session/sign-in-form.ts'
import { mountPathOf, samlPaths } from './addresses.ts'
import { type AssertionParts, newId } from './assertion.ts'
import { contextSuffices, issuedFormat, type SignInRequest } from './authn-request.ts'
import type { SamlIdp } from './context.ts'
import type { StatusName } from './names.ts'
import { refusedPage, sendPost } from './pages.ts'
import type { SamlSession } from './participants.ts'
import { nameIdOf } from './person.ts'
import { failedResponse, responseOf } from './response.ts'

/** Single sign-on: from a request, by way of the login page if need be, to a response at the service provider. */
export function signIn(idp: SamlIdp) {
  const { config, sessions, waiting, switches } = idp
  const loginPath = (id: string) => `${mountPathOf(config)}${samlPaths(config.flavour).login}/${id}`

  return {
    /** Posted requests come from other sites without our cookie, so each is redirected to its own address by GET. */
    begin(context: Context, request: SignInRequest): Response {
      const id = randomBytes(16).toString('base64url')
      waiting.set(id, request)
      return context.redirect(loginPath(id), 303)
    },

    async form(context: Context, id: string): Promise<Response> {
      const request = waiting.get(id)
      if (request === undefined) return expired(context)
      const session = sessions.of(context)
      if (session !== undefined && !request.forceAuthn && !meansAnother(session.person, request.loginHint)) {
        waiting.delete(id)
        return signedIn(context, request, session)
      }
      if (!request.passive) return form(context, id, request, request.loginHint ?? '')
      waiting.delete(id)
      return failed(context, request, 'NoPassive', 'The person is not signed in.')
    },

    async submit(context: Context, id: string, words: URLSearchParams): Promise<Response> {
      const request = waiting.get(id)
      if (request === undefined) return expired(context)
      const username = words.get('username') ?? ''
      const person = personSigningIn(config.people, username, words.get('password') ?? '')
      if (person === undefined) {
        idp.log({ level: 'info', message: 'A sign-in was refused.', provider: config.id })
        return form(context, id, request, username, wrongWords)
      }
      waiting.delete(id)
      const before = sessions.of(context)
      // A person who signs in again keeps the session that other service providers know.
      const same = before !== undefined && before.person.subject === person.subject
      const extra = same ? before.extra : { sessionIndex: newId(), known: new Map() }
      return signedIn(context, request, sessions.start(context, person, extra))
    },

    async cancel(context: Context, id: string): Promise<Response> {
      const request = waiting.take(id)
      if (request === undefined) return expired(context)
      return failed(context, request, 'AuthnFailed', 'The person cancelled the sign-in.')
    },
  }

  async function signedIn(context: Context, request: SignInRequest, session: SamlSession): Promise<Response> {
    const { serviceProvider } = request
    const { statusFailed } = switches()
    if (statusFailed !== null)
      return failed(
        context,
        request,
        statusFailed === 'Responder' ? undefined : statusFailed,
        'The simulator was told to fail.',
      )
    const format = issuedFormat(config, request.nameIdFormat)
    const nameId = format === undefined ? undefined : nameIdOf(config, session.person, format, serviceProvider.entityId)
    if (nameId === undefined)
      return failed(context, request, 'InvalidNameIDPolicy', 'This NameID format is not issued here.')
    if (!contextSuffices(config, request.context))
      return failed(context, request, 'NoAuthnContext', 'The requested authentication context is not available.')
    const encryptFor = config.encrypt ? serviceProvider.encryptionCertificates[0] : undefined
    if (config.encrypt && encryptFor === undefined)
      return refusedPage(context, idp, 'The service provider publishes no certificate to encrypt for.')
    session.extra.known.set(serviceProvider.entityId, { nameId })
    const parts: AssertionParts = {
      ...headOf(request),
      config,
      person: session.person,
      nameId,
      audience: serviceProvider.entityId,
      sessionIndex: session.extra.sessionIndex,
      signedInAt: session.signedInAt,
    }
    const fresh = await responseOf(parts, { keys: await idp.keys.signing(), lies: switches(), encryptFor })
    const text = (switches().replay ? idp.lastResponses.get(serviceProvider.entityId) : undefined) ?? fresh
    idp.lastResponses.set(serviceProvider.entityId, text)
    return post(context, request, text)
  }

  async function failed(
    context: Context,
    request: SignInRequest,
    second: StatusName | undefined,
    message: string,
  ): Promise<Response> {
    const keys = await idp.keys.signing()
    idp.log({ level: 'warn', message: 'A sign-in failed.', provider: config.id, status: second ?? 'Responder' })
    return post(context, request, failedResponse(headOf(request), second, message, { keys, lies: switches() }))
  }

  function headOf(request: SignInRequest) {
    const { id, consumerUrl } = request
    return { issuer: idp.entityId, recipient: consumerUrl, inResponseTo: id, now: idp.now() }
  }

  function post(context: Context, { consumerUrl, relayState }: SignInRequest, text: string): Response {
    const message = { SAMLResponse: Buffer.from(text).toString('base64') }
    const fields = relayState === undefined ? message : { ...message, RelayState: relayState }
    return sendPost(context, config, consumerUrl, fields)
  }

  function form(context: Context, id: string, request: SignInRequest, username: string, error?: string): Response {
    const shown = { company: config.name, action: loginPath(id), username, ...(error === undefined ? {} : { error }) }
    const headers = pageHeaders([new URL(request.consumerUrl).origin])
    return context.html(loginPage(shown), error === undefined ? 200 : 400, headers)
  }

  function expired(context: Context): Response {
    return refusedPage(context, idp, 'This sign-in has expired. Go back to the application and sign in from there.')
  }
}
