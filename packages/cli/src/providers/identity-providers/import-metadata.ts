import {
  importProviderMetadata,
  matchingEntities,
  readMetadataFile,
  type IdentityProviderType,
  type ImportedMetadata,
} from '@portico/core'

import type { CommandContext, Server } from '../../kit/context/context.ts'
import { CommandFailure, fail } from '../../kit/errors/failure.ts'
import { failureOf } from '../../kit/errors/problem-failure.ts'
import { inputChunks } from '../../kit/io/read-input.ts'
import { phrase } from '../../kit/phrases/phrase.ts'
import { namesIn, valueAt, withValue, type Config } from './draft.ts'

export type MetadataSource = {
  readonly url?: string | undefined
  readonly file?: string | undefined
  readonly entityId?: string | undefined
  /** Part of a name or an entity ID. */
  readonly entity?: string | undefined
}

/** The flags of `create`, `update` and `import`. */
export type MetadataFlags = {
  readonly fromUrl?: string
  readonly fromFile?: string
  readonly entityId?: string
  readonly entity?: string
}

/** Merges published values into a configuration one by one: attribute names are replaced individually. */
export function withPublished(type: IdentityProviderType, config: Config, published: Config): Config {
  return namesIn(type, published).reduce((next, field) => withValue(next, field, valueAt(published, field)), config)
}

/** Configuration fields from a provider's metadata. If it describes several providers, one has to be named. */
export async function importMetadata(
  type: IdentityProviderType,
  { entity, entityId, ...source }: MetadataSource,
  server: Server,
  context: CommandContext,
): Promise<Config> {
  if ((source.url === undefined) === (source.file === undefined))
    fail('usage', (await context.words()).say('METADATA_SOURCE'), { errorID: 'METADATA_SOURCE' })
  if (entity !== undefined && entityId !== undefined) fail('usage', 'Give either --entity or --entity-id.')
  const { url, file = '-' } = source
  const chunks = url === undefined ? inputChunks(file, { flag }, context.io) : undefined
  const read = (id?: string) => published(type, { url, chunks, entityId: id }, server, context)
  // Without a name, the metadata lists its providers.
  const asked = await read(entityId)
  if (asked !== undefined && asked.config !== null && entity === undefined) return warned(asked, context)
  const found = asked ?? (await read())
  if (found === undefined) throw new Error('metadata without a list of providers')
  const matching = matchingEntities(found.entities, entity ?? '')
  const [only] = matching
  // Very long lists are cut off, and the entity that was meant may be missing.
  const isComplete = found.entities.length === found.total
  if (entity !== undefined && only !== undefined && matching.length === 1 && isComplete) {
    const config = found.config ?? (await read(only.entityId))?.config
    if (config != null) {
      context.say(phrase`The metadata of ${nameOf(only)} is used.`)
      return warned({ ...found, config }, context)
    }
  }
  if (found.total === 0) for (const warning of found.warnings) context.warn(warning)
  return choose(type, { ...source, entityId, entity }, { ...found, entities: matching })
}

function warned({ config, warnings }: ImportedMetadata, { warn }: CommandContext): Config {
  for (const warning of warnings) warn(warning)
  return config ?? {}
}

const flag = '--from-file'

type Read = {
  readonly url: string | undefined
  /** Of the file, where there is no address. */
  readonly chunks: (() => AsyncIterable<Uint8Array>) | undefined
  readonly entityId: string | undefined
}

/** undefined: no provider has this entity ID. */
async function published(
  type: IdentityProviderType,
  { url, chunks, entityId }: Read,
  server: Server,
  { words }: CommandContext,
): Promise<ImportedMetadata | undefined> {
  const named = entityId === undefined ? {} : { entityId }
  const call = async (given: { url: string } | { document: string; entityId?: string | undefined }) => {
    const tried = await server.attempt(importProviderMetadata, { body: { type, ...named, ...given } })
    if (tried.ok) return tried.value
    if (tried.problem.kind === 'expected' && tried.problem.errorID === 'METADATA_ENTITY') return undefined
    throw new CommandFailure(failureOf(tried.problem))
  }
  if (chunks === undefined) return call({ url: url ?? '' })
  const read = await readMetadataFile(chunks(), { type, entityId })
  if ('document' in read) return call(read)
  if ('entities' in read) {
    const warnings = read.total === 0 ? [(await words()).say('import.METADATA_NO_PROVIDER')] : []
    return { entities: [...read.entities], total: read.total, config: null, warnings }
  }
  if (read.errorID === 'METADATA_ENTITY') return undefined
  if (read.errorID === 'FILE_ENCODING')
    return fail('validation', phrase`${flag}: the encoding of this file cannot be read. Save it as UTF-8.`)
  return fail('validation', `${flag}: ${(await words()).say(read.errorID, read.values)}`, { errorID: read.errorID })
}

type Entity = ImportedMetadata['entities'][number]

const nameOf = ({ entityId, name }: Entity) => (name === null ? entityId : `${entityId} (${name})`)

/** A federation has thousands. */
const listedMax = 50

function choose(
  type: IdentityProviderType,
  { url, file, entityId, entity }: MetadataSource,
  { entities, total }: ImportedMetadata,
): never {
  const listed = entities.slice(0, listedMax)
  const more = entities.length - listed.length
  const message =
    entityId !== undefined
      ? phrase`The document describes no identity provider ${entityId}. Name one of these with --entity-id.`
      : total === 0
        ? 'The document describes no identity provider.'
        : entities.length === 0
          ? phrase`None of the ${total} identity providers in the document matches ${entity ?? ''}.`
          : entity === undefined
            ? 'The document describes several identity providers. Name one with --entity-id.'
            : entities.length === 1
              ? phrase`One identity provider matches ${entity}, but not all of the ${total} in the document could be searched. Name it with --entity-id.`
              : phrase`Several identity providers in the document match ${entity}. Name one with --entity-id.`
  const about = { errorID: 'METADATA_ENTITY' }
  const rest = more === 0 ? [] : [{ ...about, errorMessage: `${more} more; search with --entity TEXT` }]
  return fail('validation', message, {
    errorID: 'METADATA_ENTITY',
    details: [...listed.map((one) => ({ ...about, errorMessage: nameOf(one) })), ...rest],
    hint: `portico idp import --type ${type} --from-${url === undefined ? 'file' : 'url'} ${url ?? file ?? 'FILE'} --entity-id ${listed[0]?.entityId ?? 'ENTITY'}`,
  })
}
