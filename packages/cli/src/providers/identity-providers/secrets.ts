import { configFieldsOf, type ConfigField, type IdentityProviderType } from '@portico/core'

import { fail } from '../../kit/errors/failure.ts'
import type { Io } from '../../kit/io/io.ts'
import { readText } from '../../kit/io/read-input.ts'
import { secretVariables, type SecretName } from './secret-variables.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** Secrets by name; `null` removes the stored one. */
export type Secrets = { [Name in SecretName]?: string | null }
export type SecretFlags = { readonly [Name in SecretName]?: string | undefined }

/** The secrets of a type, as form fields. */
export function secretsOf(type: IdentityProviderType): readonly (ConfigField & { readonly name: SecretName })[] {
  // Fields and flags have the same three names.
  return configFieldsOf(type).flatMap((field) =>
    field.kind === 'secret' ? [{ ...field, name: field.name as SecretName }] : [],
  )
}

export function secretNamesOf(type: IdentityProviderType): readonly SecretName[] {
  return secretsOf(type).map(({ name }) => name)
}

/**
 * The secrets from flags (`@FILE` or `-`) or environment variables. A value on the command line would be visible in the
 * shell's history and in the process list, so it is rejected and the message omits it.
 */
export async function readSecrets(type: IdentityProviderType, flags: SecretFlags, io: Io): Promise<Secrets> {
  const known = secretNamesOf(type)
  const secrets: Secrets = {}
  for (const name of Object.keys(secretVariables) as SecretName[]) {
    const flag = flags[name]
    if (!known.includes(name)) {
      if (flag !== undefined) fail('usage', phrase`${type} has no ${name}.`)
      continue
    }
    const text = flag === undefined ? io.env[secretVariables[name]] : await secretText(flag, name, io)
    if (text !== undefined && text !== '') secrets[name] = text
  }
  return secrets
}

async function secretText(argument: string, name: SecretName, io: Io): Promise<string> {
  const isFile = argument.startsWith('@') && argument.length > 1
  if (!isFile && argument !== '-')
    fail(
      'usage',
      phrase`The ${name} is not taken as a value, where others could read it. Put it in a file and give @FILE, or - for stdin, or set ${secretVariables[name]}.`,
    )
  const text = await readText(isFile ? argument.slice(1) : '-', { flag: name, bytesMax: 4096 }, io)
  // Editors and echo end a file with a newline, which is not part of the secret.
  const secret = text.replace(/\r?\n$/, '')
  return secret === '' ? fail('validation', phrase`The ${name} is empty.`) : secret
}
