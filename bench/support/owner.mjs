import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'

/** A connection to the embedded PostgreSQL of a running server, as its owner. */
export async function connectOwner(dataDir) {
  const lines = readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({ host: lines[4], port: Number(lines[3]), user: 'portico', database: 'portico' })
  await client.connect()
  return client
}
