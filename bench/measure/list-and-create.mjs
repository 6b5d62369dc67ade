import { result } from '../report.mjs'
import { makePublicKey } from '../support/keys.mjs'
import { administration } from '../support/environment-of.mjs'
import { perSecond } from '../support/load.mjs'

const reads = 1000
const creations = 500

/** Reads and creates service accounts as fast as the server can; without a target, because there is no floor. */
export async function measure({ demo }) {
  const server = await demo.start()
  const { accounts: path, headers } = await administration(server)
  const listed = await perSecond(server.origin, reads, () => ({ path, headers }))
  const key1 = makePublicKey()
  const run = Date.now()
  const create = (at) => ({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify({ name: `bench ${run} ${at}`, key1, key1Algorithm: 'RSA' }),
  })
  const created = await perSecond(server.origin, creations, create, { status: 201 })
  return [
    result({ name: 'list service accounts', value: listed, unit: 'a second' }),
    result({ name: 'create service accounts', value: created, unit: 'a second' }),
  ]
}
