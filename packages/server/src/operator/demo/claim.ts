import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { tryLock } from '../../kit/database/embedded/start-lock.ts'

/** How long to wait for a process that is ending, such as the one that held the claim until it was killed. */
const waitSeconds = 3

export type Claim = {
  /** Notes where the process can be reached, for those that are refused. */
  announce(url: string): void
  release(): Promise<void>
}

/**
 * Claims a data directory for one demo. A second one, or a demo beside a server, would change the issuers and tenants under the first.
 * The kernel ends a claim with its process, also after a kill. Throws with the address of the process that has the directory.
 */
export async function claimForDemo(dataDir: string): Promise<Claim> {
  const file = fileOf(dataDir)
  const lock = await tryLock(file, { exclusive: true, waitSeconds })
  if (lock === 'missing') throw new Error('The demo needs the command flock or perl. Install one of them.')
  if (lock === 'busy') throw inUse(dataDir)
  writeFileSync(file, '')
  return {
    announce: (url) => writeFileSync(file, url),
    async release() {
      if (existsSync(file)) writeFileSync(file, '')
      await lock.release()
    },
  }
}

/**
 * Claims a data directory that a demo has used for a server: with other servers, but beside a demo only as another process of it, with its
 * address as base URL.
 */
export async function claimForServer(dataDir: string, baseUrl: string | undefined): Promise<Claim | undefined> {
  const file = fileOf(dataDir)
  if (!existsSync(file)) return undefined
  const lock = await tryLock(file, { exclusive: false, waitSeconds })
  if (lock === 'missing' || (lock === 'busy' && addressIn(dataDir) === baseUrl)) return undefined
  if (lock === 'busy') throw inUse(dataDir)
  return { announce: (url) => writeFileSync(file, url), release: () => lock.release() }
}

const fileOf = (dataDir: string): string => join(dataDir, 'demo.lock')

const addressIn = (dataDir: string): string => readFileSync(fileOf(dataDir), 'utf8')

function inUse(dataDir: string): Error {
  const url = addressIn(dataDir)
  const where = url === '' ? `Portico is starting on ${dataDir}.` : `Portico is running on ${dataDir}, at ${url}.`
  return new Error(`${where} Stop it first, or choose another data directory with --data.`)
}
