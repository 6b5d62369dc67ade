import { ClientConfig, usesClientSecret } from '@portico/core/contract'
import * as v from 'valibot'

import { readServiceProvider } from '../../applications/clients/service-provider.ts'
import { Failure } from '../../kit/http/failure.ts'
import { findSentence } from '../../kit/words/say.ts'
import { filled, type FileEnvironment } from './placeholders.ts'
import { Secret } from './provider-entries.ts'

const Fields = v.record(v.string(), v.unknown())

/** One client: `openid` with an optional secret, or `saml` with its fields or its metadata. */
const Client = v.pipe(
  v.strictObject({ openid: v.optional(Fields), saml: v.optional(Fields) }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const message of mistakesOf(dataset.value)) addIssue({ message })
  }),
)
type ClientEntry = v.InferOutput<typeof Client>

/**
 * How an application signs people in: in all its environments, with placeholders as in launchUrl, or as `environments` says
 * for one of them by its slug.
 */
export const SignInEntry = v.pipe(
  v.strictObject({
    openid: v.optional(Fields),
    saml: v.optional(Fields),
    environments: v.optional(v.record(v.string(), Client), {}),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { openid, saml, environments } = dataset.value
    if (openid === undefined && saml === undefined && Object.keys(environments).length > 0) return
    for (const message of mistakesOf({ openid, saml })) addIssue({ message })
  }),
)
export type SignInEntry = v.InferOutput<typeof SignInEntry>

/** The client of an environment: that of `environments`, else the one of all. */
export function clientEntryOf(entry: SignInEntry, slug: string): ClientEntry | undefined {
  const { openid, saml, environments } = entry
  return environments[slug] ?? (openid === undefined && saml === undefined ? undefined : { openid, saml })
}

const sample = { slug: 'slug', name: 'name', type: 'TYPE' }

/** What is wrong with an entry, whichever the environment. */
function mistakesOf(entry: ClientEntry): string[] {
  if ((entry.openid === undefined) === (entry.saml === undefined)) return ['either openid or saml']
  const { config, secret } = readClientEntry(entry, sample)
  if (typeof config === 'string') return [config]
  const result = v.safeParse(ClientConfig, config)
  if (!result.success) return result.issues.map((one) => `${v.getDotPath(one) ?? ''}: ${sentence(one.message)}`)
  if (secret === undefined) return []
  if (!v.is(Secret, secret)) return ['secret: a text, { env: NAME } or { file: PATH }']
  return usesClientSecret(result.output) ? [] : ['CLIENT_NO_SECRET']
}

const sentence = (id: string) => findSentence(id) ?? id

/** The configuration as it is written, for one environment, and its secret; a text for metadata that cannot be read. */
export function readClientEntry(
  { openid, saml }: ClientEntry,
  environment: Omit<FileEnvironment, 'id'>,
): { config: unknown; secret?: unknown } {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('-----BEGIN') ? value : filled(value, environment)
    return Array.isArray(value) ? value.map(fill) : value
  }
  const each = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fill(value)]))
  if (openid !== undefined) {
    const { secret, ...fields } = openid
    return { config: { protocol: 'openid', ...each(fields) }, secret }
  }
  const { metadata, ...fields } = saml ?? {}
  try {
    const read = typeof metadata === 'string' ? readServiceProvider(metadata, 'document', Date.now()).config : {}
    return { config: { protocol: 'saml', ...read, ...each(fields) } }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { config: `metadata: ${error.message}` }
  }
}
