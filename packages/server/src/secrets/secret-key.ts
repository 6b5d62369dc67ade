import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The deployment's secret: `PORTICO_SECRET_KEY` (at least 32 characters), or a 0600 file in the data directory, made at
 * first start. Two processes starting at once agree on one file: it appears by link, whole or not at all.
 */
export function readSecretKey(dataDir: string, fromEnvironment: string | undefined): Buffer {
  if (fromEnvironment !== undefined && fromEnvironment !== '') {
    if (fromEnvironment.length < 32)
      throw new Error('PORTICO_SECRET_KEY needs at least 32 characters. Make one with: openssl rand -base64 32')
    return createHash('sha256').update(fromEnvironment).digest()
  }
  const file = join(dataDir, 'secret.key')
  const existing = readIfThere(file)
  if (existing !== undefined) return checked(existing, file)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = join(dataDir, `.secret.key.${process.pid}`)
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'w' })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return checked(readFileSync(file, 'utf8'), file)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function checked(text: string, file: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32)
    throw new Error(`${file} is damaged: it should hold 32 bytes in base64. Put the file back from a backup.`)
  return key
}
