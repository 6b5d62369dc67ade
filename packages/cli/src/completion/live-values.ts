import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { listServiceAccounts, pageLimitMax } from '@portico/core'

import { applicationsOf } from '../applications/find.ts'
import type { CommandContext } from '../context/context.ts'
import { allEnvironments, currentEnvironment } from '../environments/find.ts'
import { readJsonObject, writePrivateFile } from '../storage/private-file.ts'
import type { Candidate } from './candidates.ts'

export type LiveKind = 'environments' | 'applications' | 'accounts' | 'providers'

const lifeMs = 60_000

/** Names the server knows, from a cache of a minute: a person presses Tab more often than accounts are made. */
export async function liveValues(kind: LiveKind, context: CommandContext): Promise<readonly Candidate[]> {
  const path = cachePath(kind, context)
  const now = context.clock.now()
  const kept = keptValues(path, now)
  if (kept !== undefined) return kept
  const values = await askServer(kind, context)
  writePrivateFile(path, JSON.stringify({ until: now + lifeMs, values }))
  return values
}

async function askServer(kind: LiveKind, context: CommandContext): Promise<readonly Candidate[]> {
  const server = await context.server()
  if (kind === 'environments')
    return (await allEnvironments(server)).map(({ name, type }) => ({ value: name, text: type }))
  if (kind === 'providers') return (await import('../identity-providers/candidates.ts')).providerCandidates(server)
  const { id: envId } = await currentEnvironment(server, context)
  if (kind === 'applications')
    return (await applicationsOf(server, envId)).map(({ urn, label }) => ({ value: urn, text: label }))
  // As many as a person can look through: the shell offers what begins with the letters typed.
  const query = { limit: String(pageLimitMax) }
  const { serviceAccounts } = (await server.call(listServiceAccounts, { params: { envId }, query })).value
  return serviceAccounts.map(({ name, id }) => ({ value: name, text: id }))
}

function keptValues(path: string, now: number): readonly Candidate[] | undefined {
  const kept = readJsonObject(path)
  const isFresh = typeof kept?.['until'] === 'number' && kept['until'] > now && kept['until'] <= now + lifeMs
  return isFresh && Array.isArray(kept['values']) ? (kept['values'] as Candidate[]) : undefined
}

/** One file for each who, where and what: another profile's names are another's. */
function cachePath(kind: LiveKind, { settings, paths }: CommandContext): string {
  const keys = ['server', 'serviceAccount', 'tenant', 'environment'] as const
  const about = JSON.stringify([kind, settings.profile, ...keys.map((key) => settings.get(key) ?? '')])
  return join(paths.cache, `completion-${createHash('sha256').update(about).digest('hex').slice(0, 16)}.json`)
}
