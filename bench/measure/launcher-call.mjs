import { Agent } from 'node:http'

import { result } from '../report.mjs'
import { startBareServer } from '../support/bare-server.mjs'
import { perSecond, send } from '../support/load.mjs'

const count = 3000
const rounds = 3

/** An authenticated read compared with a server that only sends the same bytes. */
export async function measure({ demo }) {
  const { origin, token } = await demo.start()
  const asked = { path: '/api/portal/launcher', headers: { Authorization: `Bearer ${token}` } }
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
  return [
    result({
      name: 'GET /api/portal/launcher, signed in, against bare node:http',
      value: best,
      unit: 'a second',
      baseline: floor,
    }),
  ]
}
