import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Client, Outcome } from '../../kit/http/client.ts'
import type { Clock } from '../../kit/http/port.ts'
import type { Problem } from '../../kit/http/problem.ts'
import { keyFileName, type NewKeyPair } from '../../kit/keys/new-key-pair.ts'
import type { Words } from '../../kit/words/words.ts'
import { getServiceAccount, updateServiceAccount, type ServiceAccount } from './contract.ts'
import { keyFields, type KeySlot } from './fields.ts'
import { inputOf, valuesOf } from './input.ts'
import { attempt, type KeyFolder } from './rotation-folder.ts'
import { planRotation } from './rotation-plan.ts'
import { isQuiet, keyFilesOf, lastUse } from './rotation-rules.ts'
import type { ServiceAccountInput } from './rules.ts'

export type RotationPorts = {
  readonly client: Pick<Client, 'call'>
  readonly clock: Clock
  readonly say: Words['say']
  readonly folder: KeyFolder
  readonly makePair: () => Promise<NewKeyPair>
  /** Gets a token with the private key in a file of the folder; a sentence: why the server gave none. */
  readonly prove: (account: Named, file: string) => Promise<string | undefined>
}

type Named = { readonly id: string; readonly name: string }

export type RotationOptions = {
  readonly environmentId: string
  /** Among which names of files must differ: of a second run over some of them, all accounts of the first. */
  readonly among?: readonly Named[] | undefined
  /** With both slots full, replaces the key used longer ago; otherwise the account is left as it is. */
  readonly replacesOlder?: boolean | undefined
  /** Removes the other key even if it is in use. */
  readonly removesUsed?: boolean | undefined
}

/** What became of the key that the account had before. */
export type OtherKey = 'none' | 'removed' | 'kept'

/** `unchanged`: the key in the file is stored since an earlier run, and the other key stayed too. */
type Settled = 'rotated' | 'unchanged'

export type Rotated = Named & { readonly file: string } & (
    | { readonly status: Settled; readonly otherKey: OtherKey; readonly usedAt: string | null }
    | { readonly status: 'failed'; readonly reason: string; readonly cause: 'full' | 'problem' | 'file' | 'key' }
  )

export type RotationState = {
  readonly status: 'ready' | 'running' | 'done'
  readonly total: number
  /** In the order in which they ended. */
  readonly results: readonly Rotated[]
  /** Accounts that were not tried: the person stopped, or no further call could succeed. */
  readonly left: readonly Named[]
}

export type Rotation = Pick<StoreApi<RotationState>, 'getState' | 'getInitialState' | 'subscribe'> & {
  run(): Promise<void>
  /** Accounts under way are finished. */
  stop(): void
}

/** Calls and key pairs at a time. */
const atOnce = 4

/**
 * Gives each account a new key pair, as {@link rotateAccount} does. What failed can be rotated again with the same folder, also after a
 * run that was killed: the files and their notes say how far it came.
 */
export function createRotation(ports: RotationPorts, accounts: readonly Named[], options: RotationOptions): Rotation {
  const store = createStore<RotationState>(() => ({ status: 'ready', total: accounts.length, results: [], left: [] }))
  const files = keyFilesOf(options.among ?? accounts)
  const waiting = [...accounts]
  let isStopped = false

  async function rotateNext(): Promise<void> {
    for (let account = waiting[0]; account !== undefined && !isStopped; account = waiting[0]) {
      waiting.shift()
      const { id, name } = account
      const file = files.get(id) ?? keyFileName(name)
      const answer = await rotateAccount(ports, account, file, options)
      if ('isForAll' in answer && answer.isForAll) isStopped = true
      const { isForAll: _, ...outcome } = { isForAll: false, ...answer }
      store.setState(({ results }) => ({ results: [...results, { id, name, file, ...outcome }] }))
    }
  }

  return {
    ...store,
    async run() {
      if (store.getState().status !== 'ready') return
      store.setState({ status: 'running' })
      await Promise.all(Array.from({ length: atOnce }, rotateNext))
      store.setState({ status: 'done', left: [...waiting] })
    },
    stop: () => void (isStopped = true),
  }
}

type Step =
  | { readonly status: Settled; readonly otherKey: OtherKey; readonly usedAt: string | null }
  | {
      readonly status: 'failed'
      readonly reason: string
      readonly cause: 'full' | 'problem' | 'file' | 'key'
      /** Every further account would fail in the same way. */
      readonly isForAll?: boolean
    }

/**
 * Stores a new public key in the empty slot, proves it with a token, and removes the other key if it is not in use. The private key is
 * written before the public one is sent. Where the file already holds the key of a slot, or a key that an earlier run made for this
 * account and may not have stored, it continues with that key.
 */
async function rotateAccount(
  ports: RotationPorts,
  account: Named,
  file: string,
  options: RotationOptions,
): Promise<Step> {
  const { client, folder, say } = ports
  const params = { envId: options.environmentId, id: account.id }
  const read = await client.call(getServiceAccount, { params })
  if (!read.ok) return ofProblem(read.problem)
  let present = { account: read.value, etag: read.etag }
  const plan = planRotation(ports, present.account, file, options)
  if (plan.status === 'failed') return plan
  const { slot } = plan
  const isNew = plan.status === 'store' || attempt(() => folder.isPendingFor(file, account.id)) === true
  const status = isNew ? 'rotated' : 'unchanged'
  if (plan.status === 'store') {
    const stored = await store(ports, present, slot, { file, params, pending: plan.pending })
    if ('status' in stored) return stored
    present = stored
  }
  attempt(() => folder.settle(file))
  const refusal = await ports.prove(account, file)
  if (refusal !== undefined)
    return { status: 'failed', cause: 'key', reason: say('rotation.noToken', { reason: refusal }) }
  const other = slot === 'key1' ? 'key2' : 'key1'
  if (!present.account[other]) return { status, otherKey: 'none', usedAt: null }
  const usedAt = lastUse(present.account, other)
  if (options.removesUsed !== true && !isQuiet(present.account, other, ports.clock.now()))
    return { status, otherKey: 'kept', usedAt }
  const removed = await put(client, params, present, { [other]: '' })
  if (!removed.ok) {
    const { reason, ...failed } = ofProblem(removed.problem)
    return { ...failed, reason: say('rotation.notRemoved', { reason }) }
  }
  return { status: 'rotated', otherKey: 'removed', usedAt }
}

type Present = { readonly account: ServiceAccount; readonly etag: string | undefined }
type Params = { readonly envId: string; readonly id: string }
type Failed = Extract<Step, { status: 'failed' }>

/**
 * Writes the private key and stores the public one; a file whose key is certainly not stored is removed again. `pending` is the public key
 * of a file that an earlier run wrote. That file stays, because the request of that run may still reach the server.
 */
async function store(
  ports: RotationPorts,
  present: Present,
  slot: KeySlot,
  { file, params, pending }: { readonly file: string; readonly params: Params; readonly pending: string | undefined },
): Promise<Present | Failed> {
  const { client, folder, say } = ports
  const publicKey = pending ?? (await writeNewKey(ports, file, params.id))
  if (publicKey instanceof Error) return { status: 'failed', cause: 'file', reason: publicKey.message }
  const answer = await put(client, params, present, { [slot]: publicKey })
  if (answer.ok) return { account: answer.value, etag: answer.etag }
  const { problem } = answer
  const failed = ofProblem(problem)
  if (!isRejected(problem))
    return { ...failed, reason: say('rotation.unclear', { reason: failed.reason, path: folder.pathOf(file) }) }
  if (pending === undefined) attempt(() => folder.remove(file))
  return failed
}

/**
 * Whether the server has certainly not stored the key. Not with a success that cannot be read; with 408, which a proxy sends without
 * knowing what the server did; with 412, which is the answer to a request that a proxy repeated after the server had stored the first.
 */
function isRejected(problem: Problem): boolean {
  if (problem.kind !== 'expected') return problem.kind === 'session-ended'
  const { status } = problem
  return status >= 400 && status < 500 && status !== 408 && status !== 412
}

async function writeNewKey({ folder, makePair }: RotationPorts, file: string, id: string): Promise<string | Error> {
  const { publicKey, privateKey } = await makePair()
  return attempt(() => folder.write(file, privateKey, id)) ?? publicKey
}

function put(
  client: RotationPorts['client'],
  params: Params,
  { account, etag }: Present,
  keys: Readonly<Partial<Record<KeySlot, string>>>,
): Promise<Outcome<ServiceAccount>> {
  const algorithms = Object.fromEntries(
    keyFields.flatMap(({ name, algorithm }) => (keys[name] === undefined ? [] : [[algorithm, 'RSA']])),
  )
  const body = inputOf({ ...valuesOf(account), ...keys, ...algorithms }) as ServiceAccountInput
  return client.call(updateServiceAccount, { params, body, ifMatch: etag })
}

function ofProblem(problem: Problem): Failed {
  const isForAll = problem.kind === 'session-ended' || (problem.kind === 'system' && problem.network)
  return { status: 'failed', cause: 'problem', reason: problem.errorMessage, isForAll }
}
