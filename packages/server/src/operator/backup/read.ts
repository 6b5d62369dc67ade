import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

import type { SecretKey } from '../../kit/secrets/secret-key.ts'
import {
  changed,
  cutOff,
  DamagedBackup,
  notBackup,
  parseHeader,
  readContent,
  readFrames,
  type Frame,
  type Header,
} from './frames.ts'

export type BackupContent = { readonly header: Header; readonly rows: ReadonlyMap<string, number> }

/** Reads the whole file and throws if it is truncated, was changed, or needs a secret key that is not among `keys`. */
export async function checkBackup(file: string, keys: readonly SecretKey[]): Promise<BackupContent> {
  const counts = new Map<string, number>()
  let header: Header | undefined
  let table = ''
  for await (const frame of backupFrames(file, keys)) {
    if (frame.type === 'H') header = parseHeader(frame)
    if (frame.type === 'T') table = tableName(frame)
    if (frame.type === 'E') counts.set(table, rowCount(frame))
  }
  if (header === undefined) throw notBackup()
  const missing = header.tables.filter(({ name }) => !counts.has(name))
  if (missing.length > 0) throw new DamagedBackup(`The backup lacks ${missing.map(({ name }) => name).join(', ')}.`)
  return { header, rows: counts }
}

/** The frames of a file, unpacked; see readFrames() for what reading to the end proves. */
export async function* backupFrames(file: string, keys: readonly SecretKey[]): AsyncGenerator<Frame> {
  const unpack = createGunzip()
  const source = createReadStream(file)
  source.on('error', (error) => unpack.destroy(error))
  try {
    yield* readFrames(source.pipe(unpack), (header) => keyFor(header, keys))
  } catch (error) {
    throw ofUnpacking(error)
  } finally {
    source.destroy()
    unpack.destroy()
  }
}

/** What zlib found in a file: another format than gzip, an end that comes too early, or wrong bytes. */
function ofUnpacking(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (!code.startsWith('Z_')) return error
  if (message === 'incorrect header check') return notBackup(error)
  return code === 'Z_BUF_ERROR' ? cutOff(error) : changed(error)
}

export function tableName({ content }: Frame): string {
  return readContent<{ name: string }>(content).name
}

export function rowCount({ content }: Frame): number {
  return readContent<{ rows: number }>(content).rows
}

function keyFor({ keys: wanted }: Header, keys: readonly SecretKey[]): SecretKey {
  const found = keys.find(({ id }) => id === wanted[0])
  const missing = wanted.filter((id) => !keys.some((key) => key.id === id))
  if (found === undefined || missing.length > 0) {
    throw new Error(
      `The backup needs the secret key with the id ${missing.join(', ')}. Put the secret.key that was kept with it into ` +
        'the data directory, or set PORTICO_SECRET_KEY. If the key was replaced since, name its copy with --old-key FILE (rotate-keys ' +
        '--finish keeps it in the folder old-keys of the data directory), or set PORTICO_SECRET_KEY_PREVIOUS: the restored secrets are ' +
        'then encrypted with the present key.',
    )
  }
  return found
}
