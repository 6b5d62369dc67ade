import { Agent } from 'node:http'
import { renameSync } from 'node:fs'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { administration } from '../support/environment-of.mjs'
import { makePublicKey } from '../support/keys.mjs'
import { perSecond, send } from '../support/load.mjs'

/** Accounts of one chunk; each side gets two. Several turns of the sealer fall into a chunk. */
const each = 1000
const chunks = 2

/**
 * Creating service accounts while the audit log is sealed, compared with a server that does not seal because its key is away.
 * The two alternate, because a growing table is slower to write.
 */
export async function measure({ demo }) {
  const server = await demo.start()
  const { headers, accounts: path } = await administration(server)
  const key1 = makePublicKey()
  const keyFile = join(demo.folder, 'data', 'audit.key')
  const create = async (prefix) => {
    const answered = await perSecond(
      server.origin,
      each,
      (at) => ({
        method: 'POST',
        path,
        headers,
        body: JSON.stringify({ name: `${prefix} ${Date.now()} ${at}`, key1, key1Algorithm: 'RSA' }),
      }),
      { status: 201 },
    )
    return each / answered
  }
  let [sealed, unsealed] = [0, 0]
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    renameSync(keyFile, `${keyFile}.away`)
    unsealed += await create(`unsealed ${chunk}`)
    renameSync(`${keyFile}.away`, keyFile)
    sealed += await create(`sealed ${chunk}`)
  }
  await isVerified(server, headers)
  const total = each * chunks
  return [
    result({
      name: `creating ${total} service accounts with a sealed audit log, against an unsealed one`,
      value: total / sealed,
      unit: 'a second',
      baseline: total / unsealed,
    }),
  ]
}

/** The log verifies after the load. */
async function isVerified({ origin }, headers) {
  const agent = new Agent({ keepAlive: true })
  try {
    for (let from = ''; ;) {
      const part = JSON.parse(
        await send(origin, agent, { path: `/api/portal/admin/audit/verification${from}`, headers }),
      )
      if (part.findings.length > 0) throw new Error(part.findings[0].message)
      if (part.next === null) return
      from = `?from=${part.next}`
    }
  } finally {
    agent.destroy()
  }
}
