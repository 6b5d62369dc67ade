import { createPublicKey } from 'node:crypto'

import type { Adapter, AdapterPayload } from 'oidc-provider'

import type { Deps } from '../deps.ts'
import { findClientAccount, type ClientAccount } from './accounts.ts'
import { useAssertion } from './assertion-uses.ts'
import type { Exchange } from './exchange.ts'

/** Thrown where an assertion was used before. */
export class AssertionUsed extends Error {
  override name = 'AssertionUsed'
}

/**
 * oidc-provider's storage: clients are service accounts, looked up for every request, and used assertions are rows.
 * Nothing else is ever stored: access tokens are JWTs, noted by recordAccessToken.
 */
export function createStorage({ database }: Pick<Deps, 'database'>, current: () => Exchange) {
  return (model: string): Adapter => {
    if (model === 'Client') return { ...nothing(model), find: (id) => findClient(id) }
    if (model === 'ReplayDetection')
      return { ...nothing(model), find: async () => undefined, upsert: (id, payload) => use(id, payload) }
    return nothing(model)
  }

  async function findClient(id: string): Promise<AdapterPayload | undefined> {
    const exchange = current()
    exchange.client = id
    const account = await findClientAccount(database, id)
    if (account === undefined) return undefined
    exchange.account = account
    return clientOf(id, account)
  }

  /** oidc-provider looks first and then writes; only the write decides here, because two requests could look concurrently. */
  async function use(id: string, { iss, exp }: AdapterPayload): Promise<void> {
    if (typeof iss !== 'string' || typeof exp !== 'number')
      throw new TypeError('A used assertion has an issuer and an end.')
    const once = await useAssertion(database, { issuer: iss, idHash: Buffer.from(id, 'base64url'), untilSecs: exp })
    if (!once) throw new AssertionUsed('The assertion was used before.')
  }
}

function clientOf(id: string, account: ClientAccount): AdapterPayload {
  return {
    client_id: id,
    token_endpoint_auth_method: 'private_key_jwt',
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    jwks: {
      keys: account.keys.map(({ pem, thumbprint }) => ({
        ...createPublicKey(pem).export({ format: 'jwk' }),
        kid: thumbprint,
        use: 'sig',
      })),
    },
  } as AdapterPayload
}

/** A model that is switched off. */
function nothing(model: string): Adapter {
  const refuse = async (): Promise<never> => {
    throw new Error(`${model} is not stored.`)
  }
  return {
    upsert: refuse,
    find: refuse,
    findByUserCode: refuse,
    findByUid: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  }
}
