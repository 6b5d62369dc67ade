import { Agent } from 'node:http'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { startBareServer } from '../support/bare-server.mjs'
import { cpuEach } from '../support/cpu-each.mjs'
import { signInPerson } from '../support/fill.mjs'
import { perSecond, send } from '../support/load.mjs'
import { connectOwner } from '../support/owner.mjs'

const count = 3000
const rounds = 3

/** Authenticated reads compared with a server that only sends the same bytes. */
export async function measure({ demo }) {
  const { origin, token, pid } = await demo.start()
  const dataDir = join(demo.folder, 'data')
  const client = await connectOwner(dataDir)
  const session = await signInPerson(client, 'acme')
  await client.end()
  const headers = { Cookie: `portico-session=${session}` }
  const results = [
    await compared(origin, 'token', { Authorization: `Bearer ${token}` }),
    await compared(origin, 'session', headers),
  ]
  // What the page asks for when it opens: who the person is, and what they can open.
  for (const path of ['/api/portal/launcher', '/api/portal/launcher/applications']) {
    const of = { name: `GET ${path} by session`, pid, dataDir, count }
    const { rows } = await cpuEach(of, () => perSecond(origin, count, () => ({ path, headers })))
    results.push(...rows)
  }
  return results
}

async function compared(origin, by, headers) {
  const asked = { path: '/api/portal/launcher', headers }
  const body = await send(origin, new Agent(), asked)
  const bare = await startBareServer({
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body,
  })
  let [best, floor] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    best = Math.max(best, await perSecond(origin, count, () => asked))
    floor = Math.max(floor, await perSecond(bare.origin, count, () => asked))
  }
  bare.close()
  return result({
    name: `GET /api/portal/launcher by ${by}, against bare node:http`,
    value: best,
    unit: 'a second',
    baseline: floor,
    target: 0.35,
    at: 'least',
  })
}
