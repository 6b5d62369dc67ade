import {
  closest,
  configFieldsOf,
  fileBytesMax,
  readKeyFile,
  textOfKeyFile,
  transformsOfLines,
  type ConfigField,
  type IdentityProviderType,
} from '@portico/core'

import { fail } from '../../kit/errors/failure.ts'
import type { Io } from '../../kit/io/io.ts'
import { readInput } from '../../kit/io/read-input.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** The field of a type's configuration by its dotted name; an unknown name fails with a suggestion. */
export function configField(type: IdentityProviderType, name: string): ConfigField {
  const fields = configFieldsOf(type)
  const field = fields.find((known) => known.name === name)
  if (field !== undefined) return field
  const names = fields.map((known) => known.name)
  const guess = closest(name, names)
  return fail(
    'usage',
    phrase`${type} has no field ${name}. ${guess === undefined ? phrase`It has: ${names.join(', ')}.` : phrase`Did you mean ${guess}?`}`,
    {
      errorID: 'UNKNOWN_FIELD',
      hint: 'portico help topics identity-providers',
    },
  )
}

/**
 * Converts a text to the field's type: a flag is true or false, seconds are a number, a certificate is PEM text, @FILE
 * or - for stdin, and a choice is one of its values in any letter case. `folder`: base of relative file names.
 */
export async function configValue(field: ConfigField, text: string, io: Io, folder?: string): Promise<unknown> {
  switch (field.kind) {
    case 'secret':
      // The message omits the value: it may be a secret.
      return fail('usage', phrase`The secret ${field.name} is not taken as a value, where others could read it.`, {
        hint: `portico idp update PROVIDER --${secretFlag(field.name)} @FILE`,
      })
    case 'flag':
      return truth(field, text)
    case 'seconds':
      return /^\d{1,6}$/.test(text.trim()) ? Number(text) : refuse(field, 'a whole number of seconds')
    case 'choice':
      return choice(field, text)
    case 'transforms':
      return transformsOfLines(text)
    case 'certificate':
      return certificatePem(field.name, text, io, folder)
    default:
      return text
  }
}

/** `applicationSecret` → `application-secret`. */
export function secretFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function truth(field: ConfigField, text: string): boolean {
  if (/^(?:true|yes|on)$/i.test(text)) return true
  return /^(?:false|no|off)$/i.test(text) ? false : refuse(field, 'true or false')
}

function choice(field: ConfigField, text: string): string {
  const choices = field.choices ?? []
  const same = (left: string) => left.toLowerCase() === text.toLowerCase()
  const found = choices.find(({ value, label }) => same(value) || same(label))
  return found?.value ?? refuse(field, `one of ${choices.map(({ value }) => value).join(', ')}`)
}

function refuse(field: ConfigField, takes: string): never {
  const errorMessage = `${field.label} takes ${takes}.`
  return fail('validation', 'Some values are not valid. Nothing was sent.', {
    errorID: 'INVALID_REQUEST',
    details: [{ errorID: 'INVALID_VALUE', fieldID: `config.${field.name}`, errorMessage }],
  })
}

/** PEM as the rules accept it; DER is converted. A private key never leaves this machine. */
async function certificatePem(name: string, text: string, io: Io, folder?: string): Promise<string> {
  const about = { flag: name, bytesMax: fileBytesMax, ...(folder === undefined ? {} : { folder }) }
  const isFile = text.startsWith('@')
  const bytes = isFile || text === '-' ? await readInput(isFile ? text.slice(1) : text, about, io) : Buffer.from(text)
  const read = readKeyFile(bytes)
  if (read === 'private')
    return fail(
      'validation',
      'This is a private key. Nothing was sent. Give the certificate that the provider publishes.',
      { errorID: 'CERTIFICATE_PRIVATE' },
    )
  if (typeof read !== 'string') return read.pem
  const pem = textOfKeyFile(bytes).trim()
  // The rules report the violation.
  if (pem.includes('-----BEGIN ')) return pem
  // Most likely a file name without @.
  return fail('validation', phrase`${name} takes @FILE, - for stdin, or a certificate in PEM format.`, {
    errorID: 'CERTIFICATE_NOT_PEM',
    hint: `portico idp update PROVIDER --set ${name}=@FILE`,
  })
}
