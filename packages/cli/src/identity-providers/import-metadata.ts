import { importProviderMetadata, metadataLengthMax, type IdentityProviderType } from '@portico/core'

import type { CommandContext, Server } from '../context/context.ts'
import { fail } from '../errors/failure.ts'
import { readText } from '../io/read-input.ts'
import type { Config } from './draft.ts'

export type MetadataSource = {
  readonly url?: string | undefined
  readonly file?: string | undefined
  readonly entityId?: string | undefined
}

/** Configuration fields from what a provider publishes. Where the document describes several, one has to be named. */
export async function importMetadata(
  type: IdentityProviderType,
  { url, file, entityId }: MetadataSource,
  server: Server,
  { io, warn, words }: CommandContext,
): Promise<Config> {
  if ((url === undefined) === (file === undefined))
    fail('usage', (await words()).say('METADATA_SOURCE'), { errorID: 'METADATA_SOURCE' })
  const about = { flag: '--file', bytesMax: metadataLengthMax }
  const source = url === undefined ? { document: await readText(file ?? '-', about, io) } : { url }
  const body = { type, ...source, ...(entityId === undefined ? {} : { entityId }) }
  const { entities, config, warnings } = (await server.call(importProviderMetadata, { body })).value
  for (const warning of warnings) warn(warning)
  if (config !== null) return config
  return fail('validation', 'The document describes several identity providers. Name one with --entity-id.', {
    errorID: 'METADATA_ENTITY',
    details: entities.map((entity) => ({
      errorID: 'METADATA_ENTITY',
      errorMessage: entity.name === null ? entity.entityId : `${entity.entityId} (${entity.name})`,
    })),
    hint: `--entity-id ${entities[0]?.entityId ?? 'ENTITY'}`,
  })
}
