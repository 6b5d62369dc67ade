import {
  folded,
  isIdWord,
  lastPage,
  listPeople,
  listSignIns,
  pageLimitMax,
  type ListedServiceAccount,
} from '@portico/core'

import { applicationsOf } from '../../applications/applications/find.ts'
import type { Candidate } from '../../kit/command-kit/candidate.ts'
import { keepValues, keptValues, type Live } from '../../kit/command-kit/live-cache.ts'
import type { CommandContext, Server } from '../../kit/context/context.ts'
import { credentialHolder } from '../../kit/credentials/session.ts'
import { allEnvironments, currentEnvironment } from '../../tenant/environments/find.ts'
import { CommandFailure } from '../../kit/errors/failure.ts'
import { accountPageOf } from '../../machines/service-accounts/find.ts'

export type LiveKind =
  | 'environments'
  | 'applications'
  | 'accounts'
  | 'providers'
  | 'groups'
  | 'people'
  | 'roles'
  | 'custom-roles'
  | 'sign-ins'
  | 'scim-tokens'
  | 'webhooks'
  | 'api-tokens'

const lifeMs = 60_000
/** How long an unreachable server is not asked again. */
const awayMs = 10_000
/** Candidates offered at most. */
const countMax = 100

/**
 * Names from the server, cached for a minute because Tab is pressed often. `waitMsMax` limits all requests
 * together.
 */
export async function liveValues(
  kind: LiveKind,
  typed: string,
  context: CommandContext,
  waitMsMax: number,
): Promise<readonly Candidate[]> {
  const { clock, settings, paths } = context
  const origin = settings.get('server')
  const holder = origin === undefined ? undefined : credentialHolder(origin, settings, paths)
  if (holder === undefined) return []
  const now = clock.now()
  const place = { settings, paths, holder }
  const kept = keptValues(kind, typed, now, place)
  if (kept !== undefined) return kept
  try {
    const live = await inTime(waitMsMax, askServer(kind, typed, context))
    keepValues(kind, live, { now, lifeMs }, place)
    return live.values
  } catch (reason) {
    if (reason instanceof CommandFailure && reason.failure.kind === 'network')
      keepValues(kind, { prefix: '', isComplete: true, values: [] }, { now, lifeMs: awayMs }, place)
    throw reason
  }
}

/** Fails as network after the time limit. Pending requests end when the command closes its connections. */
async function inTime<T>(waitMsMax: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CommandFailure({ kind: 'network', message: 'timed out' })), waitMsMax)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

async function askServer(kind: LiveKind, typed: string, context: CommandContext): Promise<Live> {
  const server = await context.server()
  const all = (values: readonly Candidate[]): Live => ({ prefix: '', isComplete: true, values })
  switch (kind) {
    case 'environments':
      return all(
        (await allEnvironments(server)).map(({ id, name, type, urn }) => ({ value: name, text: type, id, urn })),
      )
    case 'providers':
      return all(await (await import('../../providers/identity-providers/candidates.ts')).providerCandidates(server))
    case 'groups':
      return all(await (await import('../../providers/identity-providers/candidates.ts')).groupCandidates(server))
    case 'people':
      return people(server, typed)
    case 'custom-roles':
      return all(await (await import('../../access/group-mappings/candidates.ts')).customRoleCandidates(server))
    case 'roles': {
      const { id } = await currentEnvironment(server, context)
      return all(await (await import('../../access/group-mappings/candidates.ts')).roleCandidates(server, id))
    }
    case 'sign-ins':
      return all(await signIns(server))
    case 'api-tokens':
      return all(await (await import('../../machines/api-tokens/find.ts')).apiTokenCandidates(server))
    case 'scim-tokens':
      return all(await (await import('../../people/scim-tokens/find.ts')).scimTokenCandidates(server))
    case 'webhooks':
      return all(await (await import('../../tenant/webhooks/find.ts')).webhookCandidates(server))
    case 'applications': {
      const { id } = await currentEnvironment(server, context)
      return all((await applicationsOf(server, id)).map(({ urn, label }) => ({ value: urn, text: label })))
    }
    case 'accounts':
      return accounts(server, (await currentEnvironment(server, context)).id, typed)
  }
}

/**
 * Accounts whose name, id or URN begins with the typed text. If too many names match, only the first and the last are
 * offered: a shell inserts the common prefix of all candidates. If other accounts differ earlier, nothing is offered.
 */
async function accounts(server: Server, envId: string, prefix: string): Promise<Live> {
  const found = isIdWord(folded(prefix)) ? await accountsById(server, envId, prefix) : undefined
  if (found !== undefined) return found
  const ask = (begin: string, more: { limit: number; cursor?: string; total?: 'exact' }) => {
    const search = begin === '' ? {} : { search: begin, match: 'prefix' as const }
    return accountPageOf(server, envId, { ...search, ...more, limit: String(more.limit) })
  }
  const first = await ask(prefix, { limit: countMax, total: 'exact' })
  if (first.next === null) return { prefix, isComplete: true, values: offered(first.rows) }
  const last = await ask(prefix, { limit: 1, cursor: lastPage })
  const rows = [...first.rows, ...last.rows]
  const shared = commonPrefix(rows.map(({ name }) => name))
  const isShared =
    shared.length <= prefix.length || (await ask(shared, { limit: 1, total: 'exact' })).total === first.total
  return { prefix, isComplete: false, values: isShared ? offered(rows) : [] }
}

/** Accounts created together have ids with the same beginning, so more than one page is read. */
const idPages = [countMax, pageLimitMax, pageLimitMax, pageLimitMax]

/** Accounts whose id or URN begins with the typed text; undefined if too many match. */
async function accountsById(server: Server, envId: string, prefix: string): Promise<Live | undefined> {
  const found: ListedServiceAccount[] = []
  let cursor: string | undefined
  for (const limit of idPages) {
    const page = await accountPageOf(server, envId, { search: prefix, limit: String(limit), cursor })
    found.push(...page.rows)
    cursor = page.next ?? undefined
    if (cursor === undefined) break
  }
  if (cursor !== undefined) return undefined
  if (found.length <= countMax) return { prefix, isComplete: true, values: offered(found) }
  // In the order of their ids the first and the last have the common prefix of all.
  const ordered = found
    .filter(({ id, urn }) => id.startsWith(prefix) || urn.startsWith(prefix))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const few = [...ordered.slice(0, countMax), ...ordered.slice(countMax).slice(-1)]
  return { prefix, isComplete: false, values: offered(few) }
}

function offered(rows: readonly ListedServiceAccount[]): readonly Candidate[] {
  return rows.map(({ name, id, urn }) => ({ value: name, text: id, id, urn }))
}

function commonPrefix(names: readonly string[]): string {
  const [first = ''] = names
  let length = first.length
  for (const name of names) while (!name.startsWith(first.slice(0, length))) length -= 1
  // Do not cut a surrogate pair in half: the server rejects invalid text.
  return first.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** Usernames that contain the typed text; none if too many do. */
async function people(server: Server, prefix: string): Promise<Live> {
  const query = { ...(prefix === '' ? {} : { search: prefix }), limit: String(countMax) }
  const { people: rows, next } = (await server.call(listPeople, { query })).value
  if (next != null) return { prefix, isComplete: false, values: [] }
  return {
    prefix,
    isComplete: true,
    values: rows.map(({ id, name, username }) => ({ value: username, text: name, id })),
  }
}

/** Only the newest attempts: an older code is read out in full by a person. */
async function signIns(server: Server): Promise<readonly Candidate[]> {
  const { signIns: rows } = (await server.call(listSignIns, { query: { limit: String(countMax) } })).value
  return rows.map(({ code, at, outcome, username }) => ({
    value: code,
    text: [`${at.slice(0, 16).replace('T', ' ')} UTC`, outcome, username].filter(Boolean).join(' '),
  }))
}
