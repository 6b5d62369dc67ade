import { apiTokenList, matchByIdOrName, type ApiTokenScope, type ListedApiToken } from '@portico/core'

import type { Candidate } from '../../kit/command-kit/candidate.ts'
import type { Server } from '../../kit/context/context.ts'
import { readRows } from '../../kit/context/read-rows.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'

/** The active token that a name or an id means: the caller's own, or for administrators of any person. */
export async function findActiveToken(server: Server, wanted: string, scope: ApiTokenScope): Promise<ListedApiToken> {
  const tokens = await readRows(server, apiTokenList, { scope, filter: { state: 'active' } })
  const matches = matchByIdOrName(tokens, wanted, ({ name }) => [name])
  const hint = scope === 'all' ? 'portico api-token list --all' : 'portico api-token list'
  const nameOf = ({ name, owner }: ListedApiToken) => (owner === undefined ? name : `${name}, ${owner.username}`)
  return exactlyOne(matches, { what: 'active API token', wanted, nameOf, hint })
}

/** The caller's own active tokens, for completion. */
export async function apiTokenCandidates(server: Server): Promise<readonly Candidate[]> {
  const tokens = await readRows(server, apiTokenList, { scope: 'own', filter: { state: 'active' } })
  return tokens.map(({ id, name, application }) => ({ value: name, text: application.label, id }))
}
