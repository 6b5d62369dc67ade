import { Agent } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { administration } from '../support/environment-of.mjs'
import { makePublicKey } from '../support/keys.mjs'
import { perSecond, send } from '../support/load.mjs'
import { runPortico } from '../support/run-portico.mjs'

const count = 2000
const countAtScale = 10_000
const chunksOf = 4

/**
 * `service-account create -f` compared with bare requests: the same two calls per account with the same concurrency, from
 * a process that does nothing else. The two alternate, because a growing table is slower to write.
 */
export async function measure({ demo, scale }) {
  const server = await demo.start()
  const { headers, environment, accounts: path } = await administration(server)
  const agent = new Agent({ keepAlive: true })
  const { applications } = JSON.parse(
    await send(server.origin, agent, { path: `${environment}/applications`, headers }),
  )
  agent.destroy()
  const [{ id: appId, urn }] = applications
  const key1 = makePublicKey()
  const total = scale ? countAtScale : count
  const each = total / chunksOf
  let [commandSeconds, serverSeconds] = [0, 0]
  for (let chunk = 0; chunk < chunksOf; chunk += 1) {
    serverSeconds += await byRequests(server.origin, each, `bare ${Date.now()}`, { path, headers, key1, appId })
    commandSeconds += await byCommand(server, each, `bulk ${Date.now()}`, { key1, urn, folder: demo.folder })
  }
  const perSecondOf = (seconds) => total / seconds
  return [
    result({
      name: `service-account create -f, ${total} accounts, against the server's ceiling`,
      value: perSecondOf(commandSeconds),
      unit: 'a second',
      baseline: perSecondOf(serverSeconds),
    }),
  ]
}

async function byCommand({ env, environment }, accounts, prefix, { key1, urn, folder }) {
  const file = join(folder, 'accounts.ndjson')
  const rows = Array.from({ length: accounts }, (_, at) =>
    JSON.stringify({ name: `${prefix} ${at}`, key1, apps: [urn] }),
  )
  writeFileSync(file, `${rows.join('\n')}\n`)
  const begin = performance.now()
  await runPortico(['service-account', 'create', '-f', file, '--env', environment, '-o', 'name'], env)
  return (performance.now() - begin) / 1000
}

async function byRequests(origin, accounts, prefix, { path, headers, key1, appId }) {
  const dependencies = JSON.stringify({ dependencies: [{ appId, name: '' }] })
  const grant = (id) => ({ method: 'PUT', path: `${path}/${id}/applications`, headers, body: dependencies })
  const create = (at) => ({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify({ name: `${prefix} ${at}`, key1, key1Algorithm: 'RSA' }),
    answered: (text, agent) => send(origin, agent, grant(JSON.parse(text).id)),
  })
  return accounts / (await perSecond(origin, accounts, create, { status: 201 }))
}
