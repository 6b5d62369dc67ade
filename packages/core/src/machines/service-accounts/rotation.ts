import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Client, Outcome } from '../../kit/http/client.ts'
import type { Clock } from '../../kit/http/port.ts'
import type { Problem } from '../../kit/http/problem.ts'
import { keyFileName, type NewKeyPair } from '../../kit/keys/new-key-pair.ts'
import type { Words } from '../../kit/words/words.ts'
import { getServiceAccount, updateServiceAccount, type ServiceAccount } from './contract.ts'
import { keyFields, type KeySlot } from './fields.ts'
import { inputOf, valuesOf } from './input.ts'
import { freeSlot, isQuiet, keyFilesOf, lastUse, olderSlot, slotOf } from './rotation-rules.ts'
import type { ServiceAccountInput } from './rules.ts'

/** The folder of the private keys. Failures are errors with a sentence. */
export type KeyFolder = {
  /** The whole path of a file, for people. */
  pathOf(file: string): string
  /** The public key (PEM) that belongs to the private key in a file; undefined: the file does not exist. */
  publicKeyIn(file: string): string | undefined
  /** Writes a new file that only its owner can read. */
  write(file: string, privateKey: string): void
  remove(file: string): void
}

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

export type Rotated = Named & { readonly file: string } & (
    | { readonly status: 'rotated'; readonly otherKey: OtherKey; readonly usedAt: string | null }
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
 * Gives each account a new key pair, one account after another, as {@link rotateAccount} does. What failed can be rotated again with the
 * same folder, also after a run that was killed: the files say how far it came.
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
  | { readonly status: 'rotated'; readonly otherKey: OtherKey; readonly usedAt: string | null }
  | {
      readonly status: 'failed'
      readonly reason: string
      readonly cause: 'full' | 'problem' | 'file' | 'key'
      /** Every further account would fail in the same way. */
      readonly isForAll?: boolean
    }

/**
 * Stores a new public key in the empty slot, proves it with a token, and removes the other key if it is not in use. The private key is
 * written before the public one is sent. Where the file holds the key of a slot already, it goes on from there.
 */
async function rotateAccount(
  ports: RotationPorts,
  account: Named,
  file: string,
  options: RotationOptions,
): Promise<Step> {
  const { client, folder, say } = ports
  const { environmentId: envId } = options
  const params = { envId, id: account.id }
  const read = await client.call(getServiceAccount, { params })
  if (!read.ok) return ofProblem(read.problem)
  let present = { account: read.value, etag: read.etag }
  const known = readKey(folder, file)
  if (known instanceof Error) return { status: 'failed', cause: 'file', reason: known.message }
  let slot = known === undefined ? undefined : slotOf(present.account, known)
  if (slot === undefined) {
    if (known !== undefined)
      return { status: 'failed', cause: 'file', reason: say('rotation.otherKey', { path: folder.pathOf(file) }) }
    slot = freeSlot(present.account) ?? (options.replacesOlder === true ? olderSlot(present.account) : undefined)
    if (slot === undefined) return { status: 'failed', cause: 'full', reason: say('rotation.full') }
    const stored = await store(ports, present, slot, { file, params })
    if ('status' in stored) return stored
    present = stored
  }
  const refusal = await ports.prove(account, file)
  if (refusal !== undefined)
    return { status: 'failed', cause: 'key', reason: say('rotation.noToken', { reason: refusal }) }
  const other = slot === 'key1' ? 'key2' : 'key1'
  if (!present.account[other]) return { status: 'rotated', otherKey: 'none', usedAt: null }
  const usedAt = lastUse(present.account, other)
  if (options.removesUsed !== true && !isQuiet(present.account, other, ports.clock.now()))
    return { status: 'rotated', otherKey: 'kept', usedAt }
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

/** Writes the private key and stores the public one; a file whose key is certainly not stored is removed again. */
async function store(
  { client, folder, makePair, say }: RotationPorts,
  present: Present,
  slot: KeySlot,
  { file, params }: { readonly file: string; readonly params: Params },
): Promise<Present | Failed> {
  const pair = await makePair()
  const written = attempt(() => folder.write(file, pair.privateKey))
  if (written instanceof Error) return { status: 'failed', cause: 'file', reason: written.message }
  const answer = await put(client, params, present, { [slot]: pair.publicKey })
  if (answer.ok) return { account: answer.value, etag: answer.etag }
  const { problem } = answer
  const failed = ofProblem(problem)
  if (problem.kind === 'system' || (problem.kind === 'expected' && problem.status >= 500))
    return { ...failed, reason: say('rotation.unclear', { reason: failed.reason, path: folder.pathOf(file) }) }
  attempt(() => folder.remove(file))
  return failed
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

function readKey(folder: KeyFolder, file: string): string | undefined | Error {
  return attempt(() => folder.publicKeyIn(file))
}

function attempt<T>(work: () => T): T | Error {
  try {
    return work()
  } catch (reason) {
    if (reason instanceof Error) return reason
    throw reason
  }
}
