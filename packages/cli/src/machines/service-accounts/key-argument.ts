import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

import { fileBytesMax, isPrivateKey, readKeyFile, textOfKeyFile, type Words } from '@portico/core'

import { fail } from '../../kit/errors/failure.ts'
import type { Io } from '../../kit/io/io.ts'
import { isErrno } from '../../kit/storage/private-file.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** The flag of a key, and the field it sets. */
export type KeyFlag = { readonly flag: string; readonly field: 'key1' | 'key2' }

type Reading = { readonly io: Io; readonly words: Words }

/**
 * The PEM of a key or certificate given as `@FILE`, `-` or text; undefined if the flag is absent, empty for ''.
 * Anything else is rejected here, so a private key never leaves the machine.
 */
export async function readKeyArgument(
  argument: string | undefined,
  at: KeyFlag,
  context: Reading,
): Promise<string | undefined> {
  if (argument === undefined || argument === '') return argument
  const bytes = await bytesOf(argument, at, context)
  const read = readKeyFile(bytes)
  if (read === 'private') return refuse('KEY_PRIVATE', at, context)
  if (bytes.byteLength > fileBytesMax) return refuse('FILE_TOO_LARGE', at, context)
  if (read === 'several') return refuse('KEY_SEVERAL', at, context)
  if (read === 'none') return refuse(looksLikePem(bytes) ? 'KEY_UNREADABLE' : 'KEY_NOT_PEM', at, context)
  if (read.label === 'CERTIFICATE' && !isCertificate(read.pem)) return refuse('KEY_UNREADABLE', at, context)
  return read.pem
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
  return textOfKeyFile(bytes).includes('-----BEGIN ')
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.byteLength > 0
  } catch {
    return false
  }
}

function refuse(
  errorID: 'KEY_PRIVATE' | 'KEY_SEVERAL' | 'FILE_TOO_LARGE' | 'KEY_NOT_PEM' | 'KEY_UNREADABLE',
  at: KeyFlag,
  { words }: Pick<Reading, 'words'>,
): never {
  const errorMessage = words.say(errorID)
  return fail('validation', 'Some values are not valid. Nothing was sent.', {
    errorID: 'INVALID_REQUEST',
    details: [{ errorID, fieldID: at.field, errorMessage }],
  })
}
