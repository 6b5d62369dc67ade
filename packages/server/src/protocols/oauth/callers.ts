import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { sql } from 'kysely'

import type { AuditActor } from '../../kit/audit-trail/record.ts'
import type { Client } from '../../applications/clients/queries.ts'
import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ClientAccount, ClientAccounts } from './accounts.ts'
import type { Assertion } from './assertion.ts'
import { isStale, checkAssertion } from './check-assertion.ts'
import type { KeyUses } from './key-uses.ts'
import { clockSkewSecs } from './limits.ts'
import { refusedAssertion, type Refusal } from '../../kit/http/oauth-refusal.ts'
import type { TokenFacts } from './token-kinds.ts'
import { readClientAssertion } from './token-request.ts'

/** Who introspects or revokes tokens: a service account, or the registered client of an application. */
export type Caller = {
  readonly tenantId: string
  readonly environmentId: string
  readonly actor: AuditActor
  /** Whether it has proved who it is: a public client has only a name, which everyone can read. */
  readonly isProven: boolean
  /** Whether it learns of tokens for an application. */
  sees(audience: string): boolean
  /** Whether the token is its own. */
  owns(facts: TokenFacts): boolean
  /** Whether tokens for an application are also its to revoke. */
  revokes(audience: string): boolean
}

export type AuthenticateClient = (
  fields: ReadonlyMap<string, string>,
  headers: IncomingHttpHeaders,
) => Promise<Client | Refusal>

export type ReadCaller = (
  fields: ReadonlyMap<string, string>,
  headers: IncomingHttpHeaders,
) => Promise<Caller | Refusal>

type CallerDeps = {
  readonly database: Database
  readonly issuer: string
  readonly accounts: ClientAccounts
  readonly keyUses: KeyUses
  /** Absent: only service accounts may call. */
  readonly authenticateClient?: AuthenticateClient | undefined
}

/** Service accounts authenticate by an assertion, as at the token endpoint; registered clients as they are registered. */
export function createCallers({ database, issuer, accounts, keyUses, authenticateClient }: CallerDeps): ReadCaller {
  return async (fields, headers) => {
    const assertion = headers.authorization === undefined ? readClientAssertion(fields) : undefined
    const account = assertion && (await authenticateAccount(assertion))
    if (account !== undefined) return accountCaller(account)
    const client = await authenticateClient?.(fields, headers)
    if (client === undefined) return refusedAssertion('client_credentials')
    return 'status' in client ? client : clientCaller(client)
  }

  async function authenticateAccount(assertion: Assertion): Promise<ClientAccount | undefined> {
    const judged = await accounts.judged(
      assertion.claims.sub,
      (account) => checkAssertion(assertion, { account, issuer }),
      isStale,
    )
    if (judged.fault !== undefined) return undefined
    const { account, thumbprint } = judged
    if (!(await usedOnce(database, assertion, judged))) return undefined
    keyUses.note({ tenantId: account.tenantId, accountId: account.id, thumbprint })
    return account
  }
}

/** Uses an assertion up, if its account and key are there now and it was not used before. */
async function usedOnce(
  database: Database,
  { claims }: Assertion,
  { account, thumbprint }: { readonly account: ClientAccount; readonly thumbprint: string },
): Promise<boolean> {
  const { iss, jti, exp } = claims as unknown as { iss: string; jti: string; exp: number }
  const { rows } = await tenantScope(database, account.tenantId).transaction(({ db }) =>
    sql`insert into assertion_uses (issuer, id_hash, expires_at)
        select ${iss}, ${hash('sha256', iss + jti, 'buffer')}::bytea, to_timestamp(${exp + clockSkewSecs}::float8)
          from service_accounts a
         where a.tenant_id = ${account.tenantId} and a.id = ${account.id}
           and ${thumbprint} in (a.key1_thumbprint, a.key2_thumbprint) and ${exp}::float8 > extract(epoch from now())
        on conflict (issuer, id_hash) do nothing
        returning true as used`.execute(db),
  )
  return rows.length === 1
}

function accountCaller({ tenantId, environmentId, id, name, dependsOn }: ClientAccount): Caller {
  return {
    tenantId,
    environmentId,
    actor: { kind: 'service-account', id, name },
    isProven: true,
    sees: (audience) => dependsOn.has(audience),
    owns: ({ sub }) => sub === id,
    revokes: () => false,
  }
}

function clientCaller({ tenantId, environmentId, id, application, config }: Client): Caller {
  const isProven = config.protocol === 'openid' && config.authMethod !== 'none'
  const isOwn = (audience: string): boolean => audience === application.urn
  return {
    tenantId,
    environmentId,
    actor: { kind: 'system', id, name: application.label },
    isProven,
    sees: isOwn,
    owns: (facts) => facts['client_id'] === id,
    revokes: (audience) => isProven && isOwn(audience),
  }
}
