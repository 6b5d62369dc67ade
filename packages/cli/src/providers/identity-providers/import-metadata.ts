import { importProviderMetadata, metadataLengthMax, type IdentityProviderType } from '@portico/core'

import type { CommandContext, Server } from '../../kit/context/context.ts'
import { CommandFailure, fail } from '../../kit/errors/failure.ts'
import { failureOf } from '../../kit/errors/problem-failure.ts'
import { readDocument } from '../../kit/io/read-input.ts'
import { namesIn, valueAt, withValue, type Config } from './draft.ts'

export type MetadataSource = {
  readonly url?: string | undefined
  readonly file?: string | undefined
  readonly entityId?: string | undefined
}

/** The flags of `create`, `update` and `import`. */
export type MetadataFlags = { readonly fromUrl?: string; readonly fromFile?: string; readonly entityId?: string }

/** Merges published values into a configuration one by one: attribute names are replaced individually. */
export function withPublished(type: IdentityProviderType, config: Config, published: Config): Config {
  return namesIn(type, published).reduce((next, field) => withValue(next, field, valueAt(published, field)), config)
}

/** Configuration fields from a provider's metadata. If it describes several providers, one has to be named. */
export async function importMetadata(
  type: IdentityProviderType,
  { url, file, entityId }: MetadataSource,
  server: Server,
  { io, warn, words }: CommandContext,
): Promise<Config> {
  if ((url === undefined) === (file === undefined))
    fail('usage', (await words()).say('METADATA_SOURCE'), { errorID: 'METADATA_SOURCE' })
  const about = { flag: '--from-file', bytesMax: metadataLengthMax }
  const source = url === undefined ? { document: await readDocument(file ?? '-', about, io) } : { url }
  const body = { type, ...source, ...(entityId === undefined ? {} : { entityId }) }
  const tried = await server.attempt(importProviderMetadata, { body })
  const isUnknown = !tried.ok && tried.problem.kind === 'expected' && tried.problem.errorID === 'METADATA_ENTITY'
  if (!tried.ok && !isUnknown) throw new CommandFailure(failureOf(tried.problem))
  // Without a name, the metadata lists its providers.
  const { entityId: _, ...all } = body as typeof body & { entityId?: string }
  const found = tried.ok ? tried.value : (await server.call(importProviderMetadata, { body: all })).value
  const { entities, warnings } = found
  const config = tried.ok ? found.config : null
  for (const warning of warnings) warn(warning)
  if (config !== null) return config
  const message = tried.ok
    ? 'The document describes several identity providers. Name one with --entity-id.'
    : `The document describes no identity provider ${entityId}. Name one of these with --entity-id.`
  return fail('validation', message, {
    errorID: 'METADATA_ENTITY',
    details: entities.map((entity) => ({
      errorID: 'METADATA_ENTITY',
      errorMessage: entity.name === null ? entity.entityId : `${entity.entityId} (${entity.name})`,
    })),
    hint: `portico idp import --type ${type} --from-${url === undefined ? 'file' : 'url'} ${url ?? file ?? 'FILE'} --entity-id ${entities[0]?.entityId ?? 'ENTITY'}`,
  })
}
