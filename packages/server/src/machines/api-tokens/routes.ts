import {
  apiTokenDefaultDays,
  createApiToken,
  listApiTokenApplications,
  listApiTokenRoles,
  listApiTokens,
  listApiTokenTenantRoles,
  listOwnApiTokens,
  pageLimitMax,
  revokeApiToken,
  revokeOwnApiToken,
  type ApiToken,
  type ApiTokenInput,
  type OwnedApiToken,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Person } from '../../kit/http/actor.ts'
import { conflict, Failure, invalid, notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { isUuid, uuidv7 } from '../../kit/identifiers.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { apiTokenTarget, auditedApiToken } from './audit-details.ts'
import { choosableApplications, heldRoles } from './choices.ts'
import { everyToken, tokenPage, tokenPlace, type TokenFilter } from './list-queries.ts'
import { findToken, insertToken, lockActiveNames, revokeToken } from './queries.ts'
import { beginningOfApiToken, makeApiToken } from './token-text.ts'

const kind = 'api-token'
const dayMs = 86_400_000

export const apiTokenRoutes = [
  route(listApiTokenApplications, 'person', async ({ tx, actor, sender, deps }) => {
    const place = placeOf(actor)
    const { apiTokenDays: maxDays, apiTokensMax: tokensMax } = deps.settings
    const { environment } = sender
    return {
      value: {
        applications: place === undefined ? [] : await choosableApplications(tx, place),
        environment: environment && { id: environment.id, name: environment.name },
        defaultDays: Math.min(apiTokenDefaultDays, maxDays),
        maxDays,
        tokensMax,
      },
    }
  }),

  route(listApiTokenRoles, 'person', async ({ tx, actor, params }) => {
    const { place, application } = await chosenApplication(tx, actor, params.appId)
    const { roles } = await heldRoles(tx, { ...place, applicationId: application.id })
    return { value: { roles: roles.map(({ id, label }) => ({ id, label })) } }
  }),

  route(listApiTokenTenantRoles, 'person', async ({ tx, actor }) => {
    const place = placeOf(actor)
    const held = place && (await heldRoles(tx, { ...place, applicationId: null }))
    return { value: { tenantRoles: [...(held?.tenantRoles ?? [])] } }
  }),

  route(
    createApiToken,
    'person',
    {
      400: ['API_TOKEN_EXPIRY_LATE', 'API_TOKEN_EXPIRY_PAST', 'API_TOKEN_ROLE_NOT_HELD'],
      409: ['API_TOKEN_LIMIT', 'API_TOKEN_NAME_TAKEN'],
    },
    async ({ tx, actor, params, body, deps, audit, checkAgain }) => {
      const { place, application } = await chosenApplication(tx, actor, params.appId)
      const nowMs = deps.clock.now()
      const expiresAt = expiryOf(body, nowMs, deps.settings.apiTokenDays)
      const names = await lockActiveNames(tx, actor.id)
      // The person may have been deactivated, or their session ended, while this waited.
      await checkAgain()
      const { roles, tenantRoles } = await heldRoles(tx, { ...place, applicationId: application.id })
      const roleIds = chosen(body.roles, roles, 'roles')
      const tenantRoleIds = chosen(body.tenantRoles, tenantRoles, 'tenantRoles')
      const { apiTokensMax: max } = deps.settings
      if (names.length >= max) throw new Failure(409, 'API_TOKEN_LIMIT', { values: { max }, resource: { type: kind } })
      if (names.includes(body.name)) throw conflict('API_TOKEN_NAME_TAKEN', 'name', kind)
      const token = makeApiToken()
      const id = uuidv7(nowMs)
      const hash = hashToken(token)
      const values = { ...place, applicationId: application.id, roleIds, tenantRoleIds, expiresAt, hash }
      await insertToken(tx, { ...values, id, name: body.name, beginning: beginningOfApiToken(token) })
      const made = await findToken(tx, id)
      if (made === undefined) throw new Error('The token that was just inserted is missing.')
      await audit({ action: `${kind}.create`, target: apiTokenTarget(made), after: auditedApiToken(made) })
      return { value: { ...withoutOwner(made), token } }
    },
  ),

  route(listOwnApiTokens, 'person', async ({ tx, actor, query }) => {
    const { tokens, ...cursors } = await listed(tx, { ...filterOf(query), ownerId: actor.id }, query)
    return { value: { tokens: tokens.map(withoutOwner), ...cursors } }
  }),

  route(revokeOwnApiToken, 'person', async ({ tx, actor, params, audit }) => {
    const token = await revokeToken(tx, { id: params.id, by: actor.name, ownerId: actor.id })
    if (token === undefined) throw notFound()
    await audit({ action: `${kind}.revoke`, target: apiTokenTarget(token), before: auditedApiToken(token) })
    return {}
  }),

  route(listApiTokens, ['admin', 'support-reading'], async ({ tx, query }) => {
    const { owner } = query
    // An unknown person, or one of another tenant, has no tokens here.
    if (owner !== undefined && !isUuid(owner)) return { value: { tokens: [], total: 0 } }
    return { value: await listed(tx, { ...filterOf(query), ownerId: owner }, query) }
  }),

  route(revokeApiToken, 'admin', async ({ tx, actor, params, audit }) => {
    const token = await revokeToken(tx, { id: params.id, by: actor.name })
    if (token === undefined) throw notFound()
    await audit({ action: `${kind}.revoke`, target: apiTokenTarget(token), before: auditedApiToken(token) })
    return {}
  }),
]

/** undefined: no environment is selected in this session. */
function placeOf({ id: userId, environmentId }: Person) {
  return environmentId === null ? undefined : { userId, environmentId }
}

/** 404 for an application that the person cannot open in the environment of the session. */
async function chosenApplication(tx: TenantTransaction, actor: Person, id: string) {
  const place = placeOf(actor)
  const open = place === undefined ? [] : await choosableApplications(tx, place)
  const application = open.find((one) => one.id === id)
  if (place === undefined || application === undefined) throw notFound()
  return { place, application }
}

/** The ids chosen, once each. Throws 400 for a role that the person does not hold. */
function chosen(ids: readonly string[] = [], held: readonly { readonly id: string }[], fieldID: string): string[] {
  const wanted = [...new Set(ids)]
  if (wanted.every((id) => held.some((role) => role.id === id))) return wanted
  throw invalid([{ errorID: 'API_TOKEN_ROLE_NOT_HELD', fieldID }], kind)
}

function expiryOf({ expiresAt, expiresInDays }: ApiTokenInput, nowMs: number, maxDays: number): Date {
  const fieldID = expiresAt === undefined ? 'expiresInDays' : 'expiresAt'
  const days = expiresInDays ?? Math.min(apiTokenDefaultDays, maxDays)
  const at = expiresAt === undefined ? nowMs + days * dayMs : Date.parse(expiresAt)
  if (at <= nowMs) throw invalid([{ errorID: 'API_TOKEN_EXPIRY_PAST', fieldID }], kind)
  if (at > nowMs + maxDays * dayMs) throw invalid([{ errorID: 'API_TOKEN_EXPIRY_LATE', fieldID }], kind)
  return new Date(at)
}

type ListQuery = {
  readonly search?: string | undefined
  readonly match?: TokenFilter['match']
  readonly state?: TokenFilter['state']
  readonly cursor?: string | undefined
  readonly sort?: string | undefined
  readonly limit?: string | undefined
}

function filterOf({ search, match, state }: ListQuery): TokenFilter {
  return { search, match, state }
}

async function listed(tx: TenantTransaction, filter: TokenFilter, query: ListQuery) {
  const { cursor, sort, limit = String(pageLimitMax) } = query
  const isReversed = sort === 'createdAt'
  const page = await tokenPage(tx, filter, { isReversed, place: tokenPlace(cursor), limit: Number(limit) })
  return { ...page, ...(await totalOf(tx, query, everyToken(tx, filter))) }
}

function withoutOwner({ owner: _, ...token }: OwnedApiToken): ApiToken {
  return token
}
