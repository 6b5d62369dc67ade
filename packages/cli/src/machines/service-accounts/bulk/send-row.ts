import {
  createServiceAccount,
  listDependencies,
  saveDependencies,
  type Arguments,
  type Endpoint,
  type Problem,
  type ReplyOf,
  type ListedServiceAccount,
  type ServiceAccount,
} from '@portico/core'

import type { Server } from '../../../kit/context/context.ts'
import { busy } from '../../../kit/credentials/token.ts'
import { CommandFailure, fail, failureSaying } from '../../../kit/errors/failure.ts'
import { failureOf as problemFailure } from '../../../kit/errors/problem-failure.ts'
import { sameDependencies } from '../dependencies.ts'
import type { Ready } from './prepare.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

export type Sent = { readonly status: 'created' | 'present'; readonly id: string }

export type Sending = {
  readonly server: Server
  readonly envId: string
  /** Existing accounts with their dependencies, by name. */
  readonly present: ReadonlyMap<string, ListedServiceAccount>
  readonly idempotencyKey: (ready: Ready) => string
  /** Resolves after this many milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

/** Creates one account with its applications, or completes one that an interrupted run created. */
export async function sendRow(ready: Ready, sending: Sending): Promise<Sent> {
  const { envId, present } = sending
  const { body, wanted } = ready
  const before = present.get(body.name)
  if (before !== undefined) return finish(before, ready, sending)
  const idempotencyKey = sending.idempotencyKey(ready)
  const { value, etag } = await patiently(createServiceAccount, { params: { envId }, body, idempotencyKey }, sending)
  if (wanted.length > 0) await grant(value, ready, etag, sending)
  return { status: 'created', id: value.id }
}

/** An account with the same name is the row's if it has the row's keys, and either no applications or the row's. */
async function finish(account: ListedServiceAccount, ready: Ready, sending: Sending): Promise<Sent> {
  const { wanted } = ready
  const listed = missingOf(ready, account)
  if (listed === 'taken') throw new CommandFailure(nameTaken)
  if (listed === 'nothing') return { status: 'present', id: account.id }
  const params = { envId: sending.envId, id: account.id }
  const { value, etag } = await patiently(listDependencies, { params }, sending)
  if (!sameDependencies(value.dependencies, wanted)) {
    if (value.dependencies.length > 0) throw new CommandFailure(nameTaken)
    await grant(account, ready, etag, sending)
  }
  return { status: 'present', id: account.id }
}

export const nameTaken = failureSaying('conflict', 'There is another service account of this name.', {
  errorID: 'NAME_TAKEN',
})

/** What an existing account of the same name lacks of its row; `taken`: it is another account. */
export function missingOf(
  { body, wanted }: Ready,
  account: ListedServiceAccount | undefined,
): 'all' | 'applications' | 'nothing' | 'taken' {
  if (account === undefined) return 'all'
  const { key1, key2, dependencies = [] } = account
  if ((key1 ?? '').trim() !== (body.key1 ?? '') || (key2 ?? '').trim() !== (body.key2 ?? '')) return 'taken'
  if (sameDependencies(dependencies, wanted)) return 'nothing'
  return dependencies.length > 0 ? 'taken' : 'applications'
}

async function grant({ id }: ServiceAccount, { wanted }: Ready, ifMatch: string | undefined, sending: Sending) {
  const dependencies = wanted.map(({ appId, name }) => ({ appId, name }))
  const args = { params: { envId: sending.envId, id }, body: { dependencies }, ifMatch }
  try {
    await patiently(saveDependencies, args, sending)
  } catch (reason) {
    if (!(reason instanceof CommandFailure)) throw reason
    const { kind, message, ...more } = reason.failure
    fail(kind, phrase`Created (${id}), but without its applications: ${message}`, more)
  }
}

const waitsMs = [250, 1000, 4000]

/** Retries after a busy server or a broken connection: the same Idempotency-Key prevents duplicates. */
async function patiently<E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  { server, wait }: Sending,
): Promise<{ value: ReplyOf<E>; etag: string | undefined }> {
  for (const ms of [...waitsMs, undefined]) {
    const tried = await server.attempt(endpoint, args).catch(renewalFailed)
    if (!(tried instanceof CommandFailure)) {
      if (tried.ok) return { value: tried.value, etag: tried.etag }
      if (!isPassing(tried.problem) || ms === undefined) throw new CommandFailure(problemFailure(tried.problem))
    } else if (ms === undefined) throw tried
    await wait(ms)
  }
  throw new Error('unreachable')
}

function isPassing(problem: Problem): boolean {
  if (problem.kind === 'system') return problem.network
  return problem.kind === 'expected' && [429, 503].includes(problem.status)
}

/** Returns a failure to get a new token that a retry may resolve; rethrows any other. */
function renewalFailed(reason: unknown): CommandFailure {
  if (!(reason instanceof CommandFailure)) throw reason
  const { kind, errorID } = reason.failure
  if (kind === 'network' || errorID === busy) return reason
  throw reason
}
