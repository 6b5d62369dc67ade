import { dirname, resolve } from 'node:path'

import {
  configFieldsOf,
  identityProviderNoun,
  metadataLengthMax,
  type IdentityProviderType,
  type Words,
} from '@portico/core'

import { fail } from '../../kit/errors/failure.ts'
import type { Io } from '../../kit/io/io.ts'
import { readText } from '../../kit/io/read-input.ts'
import { configField, configValue } from './config-value.ts'
import { isRecord, namesIn, requireType, valueAt, withValue, type Config } from './draft.ts'
import { secretNamesOf, type Secrets } from './secrets.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** An identity provider as described by a file; absent fields are left unchanged, null removes a value. */
export type ProviderFile = {
  readonly type: IdentityProviderType
  readonly name: string | undefined
  readonly enabled: boolean | undefined
  /** Values by dotted name. */
  readonly values: ReadonlyMap<string, unknown>
  readonly secrets: Secrets
  /** Fields of `idp get` that a file cannot set. */
  readonly passedOver: Config
}

const settable = ['type', 'name', 'enabled', 'config']
/**
 * Reads `{type, name, enabled, config}` with the secrets beside them, as YAML or JSON. Certificates and secrets may be
 * `@FILE`, relative to the file. `type`: the known type, which the file must match.
 */
export async function readProviderFile(
  file: string,
  known: IdentityProviderType | undefined,
  { io, words }: { io: Io; words: Words },
): Promise<ProviderFile> {
  const content = await contentOf(file, io)
  const given = content['type']
  const type = requireType(typeof given === 'string' ? given : known, words)
  if (known !== undefined && type !== known)
    fail('validation', words.say('IDP_TYPE_FIXED'), { errorID: 'IDP_TYPE_FIXED' })
  const secretNames = secretNamesOf(type)
  const readOnly = identityProviderNoun.fields.map((field) => field.name).filter((name) => !settable.includes(name))
  const unknown = Object.keys(content).find((name) => ![...settable, ...readOnly, ...secretNames].includes(name))
  if (unknown !== undefined)
    fail(
      'usage',
      phrase`${file} has the field ${unknown}, which an identity provider of type ${type} does not have. It has: ${[...settable, ...secretNames].join(', ')}.`,
      {
        errorID: 'UNKNOWN_FIELD',
        hint: 'portico help topics identity-providers',
      },
    )
  const folder = file === '-' ? io.cwd : dirname(resolve(io.cwd, file))
  return {
    type,
    name: text(content['name'], 'name', file),
    enabled: flag(content['enabled'], file),
    values: await valuesOf(content['config'], type, { file, folder, io }),
    secrets: await secretsOf(content, secretNames, { folder, io, file }),
    passedOver: Object.fromEntries(Object.entries(content).filter(([name]) => readOnly.includes(name))),
  }
}

/** Merges the values of a file into a configuration. */
export function merged(config: Config, { values }: Pick<ProviderFile, 'values'>): Config {
  return [...values].reduce((all, [name, value]) => withValue(all, name, value ?? undefined), config)
}

async function contentOf(file: string, io: Io): Promise<Record<string, unknown>> {
  const source = await readText(file, { flag: '--file', bytesMax: metadataLengthMax }, io)
  try {
    const { parse } = await import('yaml')
    const value: unknown = parse(source, { maxAliasCount: 100 })
    if (!isRecord(value)) throw new SyntaxError('it is not one object')
    return value
  } catch (reason) {
    const why = reason instanceof Error ? (reason.message.split('\n')[0] ?? '') : String(reason)
    return fail('validation', phrase`${file} cannot be read as YAML or JSON: ${why}`, {
      errorID: 'INVALID_FILE',
      hint: 'portico help topics identity-providers',
    })
  }
}

type Place = { readonly file: string; readonly folder: string; readonly io: Io }

async function valuesOf(given: unknown, type: IdentityProviderType, at: Place): Promise<Map<string, unknown>> {
  if (given === undefined || given === null) return new Map()
  if (!isRecord(given)) return fail('validation', phrase`${at.file}: config is not an object.`)
  const values = new Map<string, unknown>()
  for (const name of namesIn(type, given)) {
    const value = valueAt(given, name)
    const isGroup = configFieldsOf(type).some((field) => field.name.startsWith(`${name}.`))
    if (isGroup) {
      values.set(name, value)
      continue
    }
    const field = configField(type, name)
    // Keep YAML's types, which the rules check. Only text can name a file or hold a secret.
    const isText = typeof value === 'string' && (field.kind === 'certificate' || field.kind === 'secret')
    values.set(name, isText ? await configValue(field, value, at.io, at.folder) : value)
  }
  return values
}

async function secretsOf(
  content: Record<string, unknown>,
  names: readonly (keyof Secrets)[],
  { file, folder, io }: Place,
): Promise<Secrets> {
  const secrets: Secrets = {}
  for (const name of names) {
    const value = content[name]
    if (value === undefined) continue
    const given = value === null ? null : text(value, name, file)
    const isFile = typeof given === 'string' && given.startsWith('@')
    const about = { flag: name, bytesMax: 4096, folder }
    secrets[name] = isFile ? (await readText(given.slice(1), about, io)).replace(/\r?\n$/, '') : (given ?? null)
  }
  return secrets
}

function text(value: unknown, name: string, file: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  return fail('validation', phrase`${file}: ${name} is not text.`)
}

function flag(value: unknown, file: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  return fail('validation', phrase`${file}: enabled is true or false.`)
}
