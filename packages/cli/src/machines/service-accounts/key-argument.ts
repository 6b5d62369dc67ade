import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

import { extractPublicKey, fileBytesMax, isPrivateKey, type Words } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { fail } from '../../kit/errors/failure.ts'
import type { Io } from '../../kit/io/io.ts'
import { kindOfKey } from '../../kit/keys/kind-of-key.ts'
import { isErrno } from '../../kit/storage/private-file.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** The flag of a key, and the field it sets. */
export type KeyFlag = { readonly flag: string; readonly field: 'key1' | 'key2' }

type Reading = { readonly io: Io; readonly words: Words }

/**
 * The bytes of a key given as `@FILE`, `-` or PEM text; undefined if the flag is absent, empty for ''.
 * Anything but a public key or certificate is rejected here, so a private key never leaves the machine.
 */
export async function readKeyArgument(
  argument: string | undefined,
  at: KeyFlag,
  context: Reading,
): Promise<Uint8Array | undefined> {
  if (argument === undefined) return undefined
  if (argument === '') return new Uint8Array()
  const bytes = await bytesOf(argument, at, context)
  const kind = kindOfKey(bytes)
  if (kind === 'private') refuse('KEY_PRIVATE', at, context)
  if (bytes.byteLength > fileBytesMax) refuse('FILE_TOO_LARGE', at, context)
  if (kind === undefined) refuse(looksLikePem(bytes) ? 'KEY_UNREADABLE' : 'KEY_NOT_PEM', at, context)
  return bytes
}

/** The PEM public key of bytes that {@link readKeyArgument} accepted; the server extracts it from other formats. */
export async function publicKeyOf(bytes: Uint8Array, server: Server): Promise<string> {
  if (bytes.byteLength === 0) return ''
  if (kindOfKey(bytes) === 'pem') return new TextDecoder().decode(bytes).trim()
  const file = new File([new Uint8Array(bytes)], 'certificate')
  return (await server.call(extractPublicKey, { body: { file } })).value.publicKey
}

/** A key for core's rules without a request: a placeholder of valid shape replaces a certificate's key. */
export function keyBeforeCall(bytes: Uint8Array | undefined, slot: 1 | 2): string {
  if (bytes === undefined || bytes.byteLength === 0) return ''
  if (kindOfKey(bytes) === 'pem') return new TextDecoder().decode(bytes).trim()
  return `-----BEGIN PUBLIC KEY-----\n${slot}\n-----END PUBLIC KEY-----`
}

async function bytesOf(argument: string, at: KeyFlag, { io, words }: Reading): Promise<Uint8Array> {
  if (argument === '-') return io.stdin.readAll()
  if (argument.startsWith('@')) return fileBytes(resolve(io.cwd, argument.slice(1)), at, words)
  if (isPrivateKey(argument)) return refuse('KEY_PRIVATE', at, { words })
  if (argument.includes('-----BEGIN ')) return Buffer.from(argument)
  // The argument may be a secret, so the message omits it.
  return fail(
    'validation',
    phrase`--${at.flag} takes @FILE, - or a PEM text. Put an @ before the name of a file: --${at.flag} @FILE`,
    {
      errorID: 'KEY_NOT_PEM',
      details: [{ errorID: 'KEY_NOT_PEM', fieldID: at.field, errorMessage: words.say('KEY_NOT_PEM') }],
    },
  )
}

function fileBytes(path: string, at: KeyFlag, words: Words): Uint8Array {
  try {
    if (statSync(path).size > fileBytesMax) refuse('FILE_TOO_LARGE', at, { words })
    return readFileSync(path)
  } catch (reason) {
    if (isErrno(reason, 'ENOENT')) return fail('validation', phrase`--${at.flag}: there is no file ${path}.`)
    if (isErrno(reason, 'EISDIR')) return fail('validation', phrase`--${at.flag}: ${path} is a folder.`)
    if (isErrno(reason, 'EACCES')) return fail('validation', phrase`--${at.flag}: you may not read ${path}.`)
    throw reason
  }
}

function looksLikePem(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes('-----BEGIN ')
}

function refuse(
  errorID: 'KEY_PRIVATE' | 'FILE_TOO_LARGE' | 'KEY_NOT_PEM' | 'KEY_UNREADABLE',
  at: KeyFlag,
  { words }: Pick<Reading, 'words'>,
): never {
  const errorMessage = words.say(errorID)
  return fail('validation', 'Some values are not valid. Nothing was sent.', {
    errorID: 'INVALID_REQUEST',
    details: [{ errorID, fieldID: at.field, errorMessage }],
  })
}
