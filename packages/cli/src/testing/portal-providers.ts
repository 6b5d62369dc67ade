import type { ServerResponse } from 'node:http'

import {
  IdentityProviderInput,
  type UsernameFormats,
  violationsOf,
  type CertificateRow,
  type IdentityProvider,
  type LintFinding,
  type SignInRecord,
} from '@portico/core'

import type { Received } from './loopback.ts'
import { problem, send, type Portal } from './portal.ts'

/** The portal's identity providers. Tests mutate this state. */
export type ProvidersState = {
  readonly providers: Map<string, { provider: IdentityProvider; version: number }>
  /** Secrets last sent, by provider. */
  readonly secrets: Map<string, Record<string, unknown>>
  certificates: CertificateRow[]
  findings: LintFinding[]
  signIns: SignInRecord[]
}

const admin = '/api/portal/admin'
const idps = `${admin}/tenant/idps`

/** Adds identity providers, with core's rules, to a portal of `startPortal`. */
export function withProviders({ state: portal }: Portal): ProvidersState {
  const state: ProvidersState = {
    providers: new Map(),
    secrets: new Map(),
    certificates: [],
    findings: [],
    signIns: [],
  }
  portal.also = (request, response) => answer(request, response, state)
  return state
}

function answer(request: Received, response: ServerResponse, state: ProvidersState): boolean {
  const { method, path } = request
  const ok = (body: unknown, headers?: Record<string, string>) => (send(response, 200, body, headers), true)
  if (path === `${admin}/certificates`) return ok({ certificates: state.certificates })
  if (path === `${admin}/whereis`) return ok(whereIs(request.query.get('username') ?? '', state))
  if (path.startsWith(`${admin}/sign-ins`)) return signIns(request, response, state)
  if (path.startsWith(`${admin}/idp-metadata/`)) return ok(metadata(request, state))
  if (path === `${idps}/metadata-import`) return ok(imported(request))
  if (path === `${idps}/lint` || path.endsWith('/lint')) return ok({ findings: state.findings })
  const extended = new RegExp(`^${admin}/idps/([^/]+)/configuration/certificate/extended-expiry$`).test(path)
  if (extended) return ok({ extendedUntil: '2026-11-24T12:00:00Z' })
  const [, ownerId] = new RegExp(`^${admin}/idps/([^/]+)/formats$`).exec(path) ?? []
  if (ownerId !== undefined) return formats(request, response, state, ownerId)
  if (path === idps && method === 'GET')
    return ok({ idps: [...state.providers.values()].map(({ provider }) => provider) })
  if (path === idps && method === 'POST') return create(request, response, state)
  const [, id = ''] = new RegExp(`^${idps}/([^/]+)$`).exec(path) ?? []
  const held = state.providers.get(id)
  if (held === undefined) return false
  const wanted = request.headers['if-match']
  if (wanted !== undefined && wanted !== `"${held.version}"`) return (problem(response, 412, 'STALE'), true)
  if (method === 'DELETE') {
    if (held.provider.primary) return (problem(response, 409, 'IDP_PRIMARY'), true)
    state.providers.delete(id)
    return (send(response, 204, undefined), true)
  }
  if (method === 'PUT') {
    if (isBroken(request, response)) return true
    held.provider = { ...held.provider, ...kept(request, id, state) }
    held.version += 1
  }
  return ok(held.provider, { ETag: `"${held.version}"` })
}

function create(request: Received, response: ServerResponse, state: ProvidersState): boolean {
  if (isBroken(request, response)) return true
  const id = `idp-${state.providers.size + 1}`
  const provider: IdentityProvider = {
    ...kept(request, id, state),
    id,
    primary: state.providers.size === 0,
    pendingSwitch: false,
    certificates: [],
    prefixes: [],
    suffixes: [],
    createdAt: '2026-11-21T09:00:00Z',
    updatedAt: '2026-11-21T09:00:00Z',
  }
  state.providers.set(id, { provider, version: 1 })
  send(response, 201, provider, { ETag: '"1"' })
  return true
}

function isBroken(request: Received, response: ServerResponse): boolean {
  const [broken] = violationsOf(IdentityProviderInput, JSON.parse(request.body))
  if (broken !== undefined) problem(response, 400, broken.errorID)
  return broken !== undefined
}

/** The stored fields, without secrets, which are never returned. */
function kept(request: Received, id: string, state: ProvidersState) {
  const { type, name, enabled, config, ...secrets } = JSON.parse(request.body) as IdentityProvider
  const all = { ...state.secrets.get(id), ...secrets } as Record<string, unknown>
  state.secrets.set(id, all)
  return { type, name, enabled, config, secrets: Object.keys(all).filter((secret) => all[secret] !== null) }
}

function formats(request: Received, response: ServerResponse, state: ProvidersState, id: string): boolean {
  const held = state.providers.get(id)
  if (held === undefined) return (problem(response, 404, 'NOT_FOUND'), true)
  if (request.method === 'PUT') {
    const body = JSON.parse(request.body) as UsernameFormats
    const others = [...state.providers.values()].filter(({ provider }) => provider.id !== id)
    const taken = others.find(({ provider }) => provider.suffixes.some((value) => body.suffixes.includes(value)))
    if (taken !== undefined) {
      const errorMessage = `It belongs to the identity provider “${taken.provider.name}”.`
      const details = [{ errorID: 'FORMAT_TAKEN', errorMessage, fieldID: 'suffixes.0' }]
      send(response, 409, { errorID: 'FORMAT_TAKEN', errorMessage, requestID: 'request-1', details })
      return true
    }
    held.provider = { ...held.provider, ...body }
    held.version += 1
  }
  const { suffixes, prefixes } = held.provider
  send(response, 200, { suffixes, prefixes }, { ETag: `"${held.version}"` })
  return true
}

function whereIs(username: string, { providers }: ProvidersState): unknown {
  const domain = username.split('@')[1]
  const found = [...providers.values()].find(
    ({ provider }) => domain !== undefined && provider.suffixes.includes(domain),
  )
  const outcome = domain === undefined ? 'malformed' : found === undefined ? 'nowhere' : 'found'
  const provider = found && { id: found.provider.id, name: found.provider.name, type: found.provider.type }
  return {
    username,
    outcome,
    tenant: provider === undefined ? null : 'acme',
    format: provider === undefined ? null : { type: 'suffix', value: domain },
    provider: provider ?? null,
    candidates: domain === undefined ? [] : [`@${domain}`],
    explanation: `It is ${outcome}.`,
  }
}

function signIns({ path, query }: Received, response: ServerResponse, { signIns: all }: ProvidersState): boolean {
  const code = path.split('/sign-ins/')[1]
  if (code !== undefined) {
    const record = all.find((one) => one.code.replace('-', '') === code.replace('-', '').toUpperCase())
    if (record === undefined) problem(response, 404, 'NOT_FOUND')
    else send(response, 200, record)
    return true
  }
  const [outcome, search, from] = [query.get('outcome'), query.get('search'), Number(query.get('cursor') ?? 0)]
  const fitting = all.filter(
    (one) => (outcome === null || one.outcome === outcome) && (search === null || one.username?.includes(search)),
  )
  const end = from + Number(query.get('limit'))
  send(response, 200, { signIns: fitting.slice(from, end), next: end < fitting.length ? String(end) : null })
  return true
}

function metadata({ path, query }: Received, { providers }: ProvidersState): unknown {
  const isSaml = path.endsWith('/saml2')
  return {
    type: isSaml ? 'saml2' : 'oidc',
    values: [{ name: 'entityId', label: 'Entity ID', value: 'https://portal.example/saml' }],
    providers: [...providers.values()].map(({ provider: { id, name } }) => ({
      id,
      name,
      values: [{ name: 'acs', label: 'ACS URL', value: `https://portal.example/api/login/idps/${id}/saml/acs` }],
    })),
    keys: [],
    xml: isSaml && query.has('idp') ? '<EntityDescriptor/>' : null,
  }
}

/** Two entities if the document contains two; `entityId` selects one. */
function imported({ body }: Received): unknown {
  const asked = JSON.parse(body) as { document?: string; url?: string; entityId?: string }
  const ids = (asked.document ?? asked.url ?? '').split(' ')
  const chosen = asked.entityId ?? (ids.length === 1 ? ids[0] : undefined)
  const config = { entityId: chosen, ssoUrl: `${chosen}/sso`, attributes: { group: 'memberOf' } }
  return {
    entities: ids.map((entityId) => ({ entityId, name: null })),
    config: chosen === undefined ? null : config,
    warnings: ['The metadata is not signed.'],
  }
}
