import { listScimTokens, matchByIdOrName, type IdentityProvider, type ScimToken } from '@portico/core'

import type { Candidate } from '../../kit/command-kit/candidate.ts'
import type { Server } from '../../kit/context/context.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'
import { pickProvider, providersOf } from '../../providers/identity-providers/find.ts'

/** The provider that `--idp` names. */
export async function providerOf(server: Server, wanted: string): Promise<IdentityProvider> {
  return pickProvider(await providersOf(server), wanted)
}

export async function tokensOf(server: Server, id: string): Promise<readonly ScimToken[]> {
  return (await server.call(listScimTokens, { params: { id } })).value.tokens
}

/** The token of a provider that an id, a name or its first characters mean. */
export async function findToken(server: Server, { id, name }: IdentityProvider, wanted: string): Promise<ScimToken> {
  const matches = matchByIdOrName(await tokensOf(server, id), wanted, ({ name: own, beginning }) => [own, beginning])
  return exactlyOne(matches, {
    what: 'SCIM token',
    wanted,
    nameOf: ({ name: own, beginning }) => `${own}, ${beginning}`,
    hint: `portico scim-token list --idp ${/^[\w.-]+$/.test(name) ? name : id}`,
  })
}

/** Names of the tokens of all providers, for completion. */
export async function scimTokenCandidates(server: Server): Promise<readonly Candidate[]> {
  const providers = await providersOf(server)
  const lists = await Promise.all(
    providers.map(async ({ id, name }) =>
      (await tokensOf(server, id)).map((token) => ({ value: token.name, text: name, id: token.id })),
    ),
  )
  return lists.flat()
}
