import { getIdentityProvider, identityProviderList, matchByIdOrName, type IdentityProvider } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { readRows } from '../../kit/context/read-rows.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'
import { namesIn, valueAt, withValue, type Config } from './draft.ts'

export async function providersOf(server: Server): Promise<readonly IdentityProvider[]> {
  return (await readRows(server, identityProviderList)).map(inFormOrder)
}

/** Finds an identity provider by id or unique name. */
export function pickProvider(providers: readonly IdentityProvider[], wanted: string): IdentityProvider {
  const matches = matchByIdOrName(providers, wanted, (row) => [row.name])
  return exactlyOne(matches, {
    what: 'identity provider',
    wanted,
    nameOf: (row) => row.name,
    hint: 'portico idp list',
  })
}

/** The same, read individually with the ETag for a later change. */
export async function findProvider(
  server: Server,
  wanted: string,
): Promise<{ readonly provider: IdentityProvider; readonly etag: string | undefined }> {
  const { id } = pickProvider(await providersOf(server), wanted)
  const { value, etag } = await server.call(getIdentityProvider, { params: { id } })
  return { provider: inFormOrder(value), etag }
}

/** The configuration in the order of the form, so that output is stable. */
export function inFormOrder(provider: IdentityProvider): IdentityProvider {
  const { type, config } = provider
  return {
    ...provider,
    config: namesIn(type, config).reduce<Config>((all, name) => withValue(all, name, valueAt(config, name)), {}),
  }
}
