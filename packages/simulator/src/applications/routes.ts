import { type Context, Hono } from 'hono'
import { decodeJwt } from 'jose'

import type { ApplicationClient, CheckedApplication } from '../config/checked.ts'
import type { Log } from '../log.ts'
import { pageHeaders } from '../pages/headers.ts'
import { messagePage } from '../pages/message.ts'
import { applicationPage } from './page.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'
import { applicationSessions } from './sessions.ts'

type Deps = { readonly base: URL; readonly log: Log }

/**
 * The demo applications, each below /{slug}: OpenID clients that show who arrived, with which roles. The launch URL adds
 * `?environment=NAME&type=PROD`.
 */
export function applicationRoutes(applications: readonly CheckedApplication[], deps: Deps): Hono {
  const routes = new Hono()
  for (const each of applications) routes.route(`/${each.slug}`, oneApplication(each, deps))
  routes.all('/:slug', (context) => {
    const sentences = ['The simulator plays no application of this name.']
    return context.html(messagePage({ title: 'No such application', sentences }), 404, pageHeaders())
  })
  return routes
}

function oneApplication({ slug, label, clients }: CheckedApplication, { base, log }: Deps): Hono {
  const path = `/apps/${slug}`
  const own = new URL(path, base).href
  // Browsers send a cookie to every port of its host.
  const sessions = applicationSessions({ cookie: `app_${base.port}_${slug}`, path })
  const parties = new Map<ApplicationClient, RelyingParty>(
    clients.map((each) => [each, relyingParty(each, `${own}/callback`)]),
  )
  const partyOf = (client: ApplicationClient) => parties.get(client) as RelyingParty
  const say = (context: Context, status: 200 | 400 | 502, title: string, ...sentences: string[]) =>
    context.html(messagePage({ title, sentences }), status, pageHeaders())

  return (
    new Hono({ strict: false })
      .get('/', (context) => {
        const session = sessions.of(context)
        const environment = shown(context.req.query('environment'))
        const type = shown(context.req.query('type'))
        const targets = session === undefined ? [] : [new URL(session.client.issuer).origin]
        const page = applicationPage({ label, path, environment, type, session, clients })
        return context.html(page, 200, pageHeaders(targets))
      })
      // Third-party-initiated login (OpenID Connect Core section 4), and the links of our own page.
      .get('/login', async (context) => {
        const { at, iss, target_link_uri: target, login_hint: hint } = context.req.query()
        const client = clients.find(
          (each) => (at === undefined || each.at === at) && (iss ?? each.issuer) === each.issuer,
        )
        if (client === undefined || (at === undefined && iss === undefined))
          return say(context, 400, 'Unknown registration', `${label} is not registered for this.`)
        const { url, state, attempt } = await partyOf(client).begin(hint)
        const isOurs = target === own || target?.startsWith(`${own}?`)
        sessions.begin(context, state, attempt, isOurs && target !== undefined ? target : own)
        return context.redirect(url.href, 303)
      })
      .get('/callback', async (context) => {
        const state = context.req.query('state') ?? ''
        const begun = sessions.takeBegun(context, state)
        if (begun === undefined)
          return say(
            context,
            400,
            'Start again',
            `This browser has not begun to sign in to ${label}, or took too long.`,
          )
        try {
          const { search } = new URL(context.req.url)
          const signedIn = await partyOf(begun.client).finish(new URL(`${own}/callback${search}`), state, begun)
          sessions.start(context, begun.client, signedIn)
          return context.redirect(begun.returnTo, 303)
        } catch (error) {
          log({ level: 'warn', message: 'An application could not sign a person in.', slug, error: String(error) })
          const code = context.req.query('error')
          return say(
            context,
            400,
            'You could not be signed in',
            ...(code === undefined ? [] : [`Error: ${shown(code)}`]),
          )
        }
      })
      .post('/logout', async (context) => {
        const session = sessions.of(context)
        if (session === undefined) return context.redirect(path, 303)
        sessions.end(context, session)
        const next = await partyOf(session.client).endSession(session.idToken, `${own}/signed-out`)
        return context.redirect(next?.href ?? `${path}/signed-out`, 303)
      })
      .get('/signed-out', (context) => say(context, 200, 'You are signed out', `Your session in ${label} has ended.`))
      .post('/backchannel-logout', async (context) => {
        const { logout_token: token } = await context.req.parseBody()
        try {
          const text = typeof token === 'string' ? token : ''
          const client = clients.find(({ clientId }) => [decodeJwt(text).aud].flat().includes(clientId))
          if (client === undefined) throw new TypeError('The token is for another application.')
          sessions.endNamed(await partyOf(client).readLogoutToken(text), client)
          return context.body(null, 200, { 'cache-control': 'no-store' })
        } catch (error) {
          log({ level: 'warn', message: 'An application refused a logout token.', slug, error: String(error) })
          return context.json({ error: 'invalid_request' }, 400, { 'cache-control': 'no-store' })
        }
      })
  )
}

/** Launch URLs come from outside: their text is cut to a length that fits the page. */
function shown(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim().slice(0, 200)
}
