import { isDeepStrictEqual } from 'node:util'

import { portalAppId, usesClientSecret, type ClientConfig } from '@portico/core/contract'

import type { AuditEntry } from '../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { conflict, Failure } from '../../kit/http/failure.ts'
import { checkedClient, clientKind } from './check-config.ts'
import { deleteClient, findClientOf, findServiceProvider, saveClient, setClientSecret, type Client } from './queries.ts'
import { clientSecretHash, isClientSecret, newClientSecret } from './secrets.ts'

/** Where an application is registered; the caller has looked that the application lives in the environment. */
export type ClientPlace = {
  readonly environment: { readonly id: string; readonly name: string }
  readonly application: { readonly id: string; readonly label: string }
}

/** What changes a registration: the transaction, and the audit log in the name of the caller. */
export type ClientWork = {
  readonly tx: TenantTransaction
  readonly audit: (entry: AuditEntry) => Promise<void>
}

/**
 * Registers an application, or changes its registration, with an audit row. The client id stays; a secret that is no longer
 * used ends. What does not differ is not written. Throws 400 for keys that are not accepted, 409 for an entity id that
 * another registration of the tenant has.
 */
export async function registerClient(
  { tx, audit }: ClientWork,
  place: ClientPlace,
  {
    newId,
    config: given,
    at = '',
  }: {
    readonly newId: () => string
    readonly config: ClientConfig
    /** Stands before the names of fields in a failure. */
    readonly at?: string
  },
): Promise<Client> {
  const { environment, application } = place
  if (application.id === portalAppId) throw new Failure(409, 'CLIENT_OF_PORTAL', { resource: { type: clientKind } })
  const config = checkedClient(given, at)
  const before = await findClientOf(tx, environment.id, application.id)
  if (before !== undefined && isDeepStrictEqual(before.config, config)) return before
  const id = before?.id ?? newId()
  if (config.protocol === 'saml') {
    const other = await findServiceProvider(tx, config.entityId)
    if (other !== undefined && other.id !== id) throw conflict('CLIENT_ENTITY_ID_TAKEN', `${at}entityId`, clientKind)
  }
  await saveClient(tx, { id, environmentId: environment.id, applicationId: application.id, config })
  if (!usesClientSecret(config) && (before?.secretHashes.length ?? 0) > 0)
    await setClientSecret(tx, { id, hash: null, keepPrevious: false })
  await audit({
    action: 'application.sign-in',
    target: targetOf(place),
    ...(before === undefined ? {} : { before: auditedClient(before, place) }),
    after: auditedClient({ id, config }, place),
  })
  return existing(await findClientOf(tx, environment.id, application.id))
}

/**
 * Makes a client secret, which is returned this once. A replaced one counts for `clientSecretOverlapHours` more, or ends
 * with `now`. Throws 409 for a client that authenticates in another way.
 */
export async function replaceClientSecret(
  work: ClientWork,
  place: ClientPlace,
  { client, now }: { readonly client: Client; readonly now: boolean },
): Promise<{ readonly secret: string; readonly client: Client }> {
  if (!usesClientSecret(client.config)) throw new Failure(409, 'CLIENT_NO_SECRET', { resource: { type: clientKind } })
  const secret = newClientSecret()
  return { secret, client: await putSecret(work, place, { client, secret, now }) }
}

/** Puts a secret in place that the operator chose; one that counts already as the current one stays as it is. */
export async function useClientSecret(
  work: ClientWork,
  place: ClientPlace,
  { client, secret }: { readonly client: Client; readonly secret: string },
): Promise<Client> {
  if (isClientSecret(secret, client.secretHashes.slice(0, 1))) return client
  return putSecret(work, place, { client, secret, now: false })
}

async function putSecret(
  { tx, audit }: ClientWork,
  place: ClientPlace,
  { client, secret, now }: { readonly client: Client; readonly secret: string; readonly now: boolean },
): Promise<Client> {
  await setClientSecret(tx, { id: client.id, hash: clientSecretHash(secret), keepPrevious: !now })
  const after = existing(await findClientOf(tx, client.environmentId, client.application.id))
  await audit({
    action: 'application.sign-in-secret',
    target: targetOf(place),
    after: {
      environment: place.environment.name,
      clientId: client.id,
      previousSecretUntil: after.previousSecretUntil?.toISOString() ?? null,
    },
  })
  return after
}

/** Removes a registration with its secret. */
export async function removeClient({ tx, audit }: ClientWork, place: ClientPlace, client: Client): Promise<void> {
  await deleteClient(tx, client.id)
  await audit({ action: 'application.sign-in-remove', target: targetOf(place), before: auditedClient(client, place) })
}

function targetOf({ application: { id, label } }: ClientPlace) {
  return { kind: 'application', id, name: label }
}

function auditedClient({ id, config }: Pick<Client, 'id' | 'config'>, { environment }: ClientPlace) {
  return { environment: { id: environment.id, name: environment.name }, clientId: id, config }
}

function existing(client: Client | undefined): Client {
  if (client === undefined) throw new Error('a registration was saved and is not there')
  return client
}
