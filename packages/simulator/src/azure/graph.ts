import { randomUUID } from 'node:crypto'

import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { isObject } from '../config/fields.ts'
import type { CheckedPerson } from '../config/checked.ts'
import type { AccessToken, AccessTokens } from './access-tokens.ts'
import { graphBase } from './addresses.ts'
import { groupsOfDirectory, groupsOfPerson } from './directory.ts'
import { GraphRefusal, groupResource, pageOfGroups, selected } from './graph-query.ts'
import { pairwiseSub } from './id-token.ts'

const checkedIdsMax = 20
const namedIdsMax = 1000
const memberGroupsMax = 11_000

export type GraphDeps = {
  base: URL
  tokens: AccessTokens
  log: (refusal: { status: number; code: string }) => void
  now: () => number
  wait: (secs: number) => Promise<void>
}

type Env = { Variables: { token: AccessToken } }

/** Microsoft Graph as far as group calls need it, below `{base}/graph`. */
export function graphRoutes({ base, tokens, log, now, wait }: GraphDeps): Hono {
  const routes = new Hono<Env>()
  const contextOf = (what: string) => ({ '@odata.context': `${graphBase(base)}/v1.0/$metadata#${what}` })

  routes.use(bodyLimit({ maxSize: 256 * 1024 }), async (context, next) => {
    const token = tokens.of(context.req.header('authorization'))
    if (token === undefined)
      throw new GraphRefusal(401, 'InvalidAuthenticationToken', 'Access token is missing, unknown or has expired.')
    const { graphSlow, graphDown } = token.directory.switches()
    await wait(graphSlow)
    if (graphDown) return context.json(errorBody('serviceNotAvailable', 'The service is not available.', now()), 503)
    context.set('token', token)
    await next()
    return undefined
  })

  routes.get('/oidc/userinfo', (context) => {
    const { directory, clientId, person } = context.var.token
    if (person === undefined) throw denied()
    const sub = pairwiseSub(directory.config.tenantId, clientId, person)
    const { name, givenName: given_name, familyName: family_name, email } = person
    return context.json({ sub, name, given_name, family_name, email })
  })
  routes.get('/v1.0/me', (context) => {
    const { person } = context.var.token
    if (person === undefined)
      throw new GraphRefusal(400, 'BadRequest', '/me request is only valid with delegated authentication flow.')
    return context.json({ ...contextOf('users/$entity'), ...userResource(person) })
  })

  routes.get('/v1.0/users/:user', (context) => {
    const { person } = asApplication(context)
    return context.json({
      ...contextOf('users/$entity'),
      ...selected(userResource(person), query(context).get('$select')),
    })
  })
  routes.post('/v1.0/users/:user/getMemberGroups', async (context) => {
    const { directory, person } = asApplication(context)
    if (typeof (await bodyOf(context))['securityEnabledOnly'] !== 'boolean')
      throw badRequest('securityEnabledOnly is missing.')
    const ids = groupsOfPerson(directory, person).map((each) => each.id)
    if (ids.length > memberGroupsMax)
      throw new GraphRefusal(
        400,
        'Directory_ResultSizeLimitExceeded',
        'The specified directory operation failed because the result set size exceeds the limit.',
      )
    return context.json({ ...contextOf('Collection(Edm.String)'), value: ids })
  })
  routes.post('/v1.0/users/:user/checkMemberGroups', async (context) => {
    const { directory, person } = asApplication(context)
    const asked = idsOf(await bodyOf(context), 'groupIds', checkedIdsMax)
    const own = new Set(groupsOfPerson(directory, person).map((each) => each.id))
    return context.json({ ...contextOf('Collection(Edm.String)'), value: asked.filter((id) => own.has(id)) })
  })
  routes.get('/v1.0/users/:user/transitiveMemberOf/microsoft.graph.group', (context) => {
    const { directory, person } = asApplication(context)
    const address = addressOf(context)
    // Filters on memberships are "advanced queries", which must be asked for in two places.
    const advanced =
      context.req.header('consistencylevel') === 'eventual' && address.searchParams.get('$count') === 'true'
    if (address.searchParams.has('$filter') && !advanced)
      throw new GraphRefusal(
        400,
        'Request_UnsupportedQuery',
        'Request contains a query that needs $count and ConsistencyLevel.',
      )
    return context.json({ ...contextOf('groups'), ...pageOfGroups(groupsOfPerson(directory, person), address) })
  })

  routes.get('/v1.0/groups', (context) => {
    const { directory } = allowed(context)
    return context.json({ ...contextOf('groups'), ...pageOfGroups(groupsOfDirectory(directory), addressOf(context)) })
  })
  routes.get('/v1.0/groups/:id', (context) => {
    const { directory } = allowed(context)
    const id = context.req.param('id').toLowerCase()
    const group = groupsOfDirectory(directory).find((each) => each.id === id)
    if (group === undefined) throw notFound(id)
    return context.json({
      ...contextOf('groups/$entity'),
      ...selected(groupResource(group), query(context).get('$select')),
    })
  })
  routes.post('/v1.0/directoryObjects/getByIds', async (context) => {
    const { directory } = allowed(context)
    const asked = new Set(idsOf(await bodyOf(context), 'ids', namedIdsMax))
    const value = groupsOfDirectory(directory)
      .filter((each) => asked.has(each.id))
      .map((each) => ({ '@odata.type': '#microsoft.graph.group', ...groupResource(each) }))
    return context.json({ ...contextOf('directoryObjects'), value })
  })

  routes.all('*', (context) => {
    return context.json(errorBody('BadRequest', 'Resource not found for the segment.', now()), 400)
  })
  routes.onError((error, context) => {
    if (!(error instanceof GraphRefusal)) throw error
    log({ status: error.status, code: error.code })
    return context.json(errorBody(error.code, error.message, now()), error.status)
  })

  /** Graph's links use its own address, not the host that the caller used. */
  function addressOf(context: Context): URL {
    const { pathname, search } = new URL(context.req.url)
    return new URL(`${pathname}${search}`, base)
  }

  return routes as unknown as Hono
}

/** Only an application with consent may read others; a person's token never may here. */
function allowed(context: Context<Env>): AccessToken {
  const { token } = context.var
  const { config, switches } = token.directory
  if (token.person !== undefined || !config.graphPermission || switches().noGraphPermission) throw denied()
  return token
}

function asApplication(context: Context<Env>): AccessToken & { person: CheckedPerson } {
  const token = allowed(context)
  const user = (context.req.param('user') ?? '').toLowerCase()
  const { people } = token.directory.config
  const person = people.find((each) => each.subject.toLowerCase() === user || each.username.toLowerCase() === user)
  if (person === undefined) throw notFound(user)
  return { ...token, person }
}

function userResource({
  subject,
  name,
  givenName,
  familyName,
  email,
  username,
}: CheckedPerson): Record<string, unknown> {
  const names = { displayName: name, givenName: givenName ?? null, surname: familyName ?? null }
  return { id: subject, ...names, mail: email ?? null, userPrincipalName: username, accountEnabled: true }
}

async function bodyOf(context: Context): Promise<Record<string, unknown>> {
  const body: unknown = await context.req.json().catch(() => undefined)
  if (!isObject(body)) throw badRequest('The body is not a JSON object.')
  return body
}

function idsOf(body: Record<string, unknown>, name: string, most: number): string[] {
  const ids = body[name]
  if (!Array.isArray(ids) || !ids.every((each) => typeof each === 'string'))
    throw badRequest(`${name} is not a list of ids.`)
  if (ids.length > most) throw badRequest(`The number of included identifiers in ${name} cannot exceed '${most}'.`)
  return (ids as string[]).map((each) => each.toLowerCase())
}

function query(context: Context): URLSearchParams {
  return new URL(context.req.url).searchParams
}

const denied = () =>
  new GraphRefusal(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.')
const badRequest = (sentence: string) => new GraphRefusal(400, 'Request_BadRequest', sentence)
const notFound = (id: string) =>
  new GraphRefusal(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  )

function errorBody(code: string, message: string, now: number): Record<string, unknown> {
  const id = randomUUID()
  const date = new Date(now).toISOString().slice(0, 19)
  return { error: { code, message, innerError: { date, 'request-id': id, 'client-request-id': id } } }
}
