import { createReadStream, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

import { decodeFile, textOfFile } from '@portico/core'

import { fail } from '../errors/failure.ts'
import { isErrno } from '../storage/private-file.ts'
import type { Io } from './io.ts'
import { phrase } from '../phrases/phrase.ts'

/** The bytes of a file, or of stdin for `-`. Errors name `flag`; relative names start at `folder`. */
export async function readInput(
  file: string,
  about: { readonly flag: string; readonly bytesMax: number; readonly folder?: string },
  io: Io,
): Promise<Uint8Array> {
  const { flag, bytesMax } = about
  const path = resolve(about.folder ?? io.cwd, file)
  const bytes = file === '-' ? await io.stdin.readAll() : fileBytes(path, flag, bytesMax)
  if (bytes.byteLength > bytesMax) tooLarge(flag, bytesMax)
  return bytes
}

/** The chunks of a file, or of stdin for `-`, however long they are. Can be read again: stdin is kept. */
export function inputChunks(file: string, about: { readonly flag: string }, io: Io): () => AsyncGenerator<Uint8Array> {
  let stdin: Promise<Uint8Array> | undefined
  return async function* () {
    if (file !== '-') return yield* fileChunks(resolve(io.cwd, file), about.flag)
    yield await (stdin ??= io.stdin.readAll())
  }
}

async function* fileChunks(path: string, flag: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Uint8Array
  } catch (reason) {
    unreadable(reason, path, flag)
  }
}

/** The same as text, decoded by its byte order mark, or as UTF-8. */
export async function readText(...all: Parameters<typeof readInput>): Promise<string> {
  return textOfFile(await readInput(...all))
}

/** The same for metadata, whose XML declaration may name the encoding. */
export async function readDocument(...[file, about, io]: Parameters<typeof readInput>): Promise<string> {
  const decoded = decodeFile(await readInput(file, about, io))
  if ('text' in decoded) return decoded.text
  return fail('validation', phrase`${about.flag}: the encoding of this file cannot be read. Save it as UTF-8.`)
}

function fileBytes(path: string, flag: string, bytesMax: number): Uint8Array {
  try {
    if (statSync(path).size > bytesMax) tooLarge(flag, bytesMax)
    return readFileSync(path)
  } catch (reason) {
    return unreadable(reason, path, flag)
  }
}

function unreadable(reason: unknown, path: string, flag: string): never {
  if (isErrno(reason, 'ENOENT')) return fail('validation', phrase`${flag}: there is no file ${path}.`)
  if (isErrno(reason, 'EISDIR')) return fail('validation', phrase`${flag}: ${path} is a folder.`)
  if (isErrno(reason, 'EACCES')) return fail('validation', phrase`${flag}: you may not read ${path}.`)
  throw reason
}

function tooLarge(flag: string, bytesMax: number): never {
  return fail('validation', phrase`${flag}: this is larger than ${bytesMax} bytes.`)
}
