import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { cpuSecondsOf } from '../support/cpu-time.mjs'
import { importProvider } from '../support/live-provider.mjs'
import { openIdProvider } from '../support/openid-provider.mjs'
import { connectOwner } from '../support/owner.mjs'
import { samlProvider } from '../support/saml-provider.mjs'
import { worstMessages } from '../support/worst-messages.mjs'

const targetMs = 50
const warmUps = 2
const rounds = 5

/** Processor time of the server for one message of an unknown sender, by kind, filled in the most expensive way. */
export async function measure({ demo }) {
  const server = await demo.start()
  if (cpuSecondsOf(server.pid) === undefined) return []
  const target = await targetOf(demo, server)
  const results = []
  for (const [kind, messages] of Object.entries(worstMessages(target))) {
    let worst = { ms: 0, what: '' }
    for (const [what, message] of messages) {
      const ms = await costMs(server, message)
      if (ms > worst.ms) worst = { ms, what }
    }
    results.push(result({ name: `${kind}: ${worst.what}`, value: worst.ms, unit: 'ms', target: targetMs }))
  }
  await target.close()
  return results
}

async function costMs(server, message) {
  for (let round = 0; round < warmUps; round += 1) await sent(server.origin, message)
  const before = cpuSecondsOf(server.pid)
  for (let round = 0; round < rounds; round += 1) await sent(server.origin, message)
  return ((cpuSecondsOf(server.pid) - before) * 1000) / rounds
}

let from = 0

/** Each from another address, so that no limit is reached. Any answer counts, and so does a connection that is closed. */
function sent(origin, { method = 'GET', path, headers = {}, body }) {
  from += 1
  const localAddress = `127.1.${Math.floor(from / 250) % 250}.${1 + (from % 250)}`
  const agent = new Agent({ localAddress })
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
  return new Promise((resolve) => {
    const outgoing = request(origin + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      answer.on('close', resolve)
      answer.resume()
    })
    outgoing.on('error', resolve)
    outgoing.end(body)
  }).finally(() => agent.destroy())
}

/** A tenant with a provider of each protocol, and applications that speak both. */
async function targetOf(demo, server) {
  const domain = `${randomUUID()}.example`
  const oidc = await openIdProvider({ clientId: 'bench', domain: `o.${domain}` })
  const saml = samlProvider({ entityId: `https://${domain}/idp`, domain })
  await importProvider(demo.folder, {
    name: `Bench OIDC ${domain}`,
    type: 'OIDC',
    emailSuffixes: [`o.${domain}`],
    config: { issuer: oidc.issuer, clientId: 'bench' },
    clientSecret: randomUUID() + randomUUID(),
  })
  await importProvider(demo.folder, {
    name: `Bench SAML ${domain}`,
    type: 'OPENSAML',
    emailSuffixes: [domain],
    config: {
      entityId: saml.entityId,
      ssoUrl: `https://${domain}/sso`,
      signingCertificate1: saml.publicKey,
      allowIdpInitiated: true,
    },
  })
  const owner = await connectOwner(join(demo.folder, 'data'))
  const idOf = async (type) => {
    const { rows } = await owner.query('select id, tenant_id from identity_providers where name = $1', [
      `Bench ${type} ${domain}`,
    ])
    return rows[0]
  }
  const { id: idpId, tenant_id: tenantId } = await idOf('SAML')
  const { id: oidcId } = await idOf('OIDC')
  const { rows } = await owner.query('select id, entity_id from application_clients where tenant_id = $1', [tenantId])
  await owner.end()
  const entityId = rows.find((one) => one.entity_id !== null)?.entity_id ?? 'https://unknown.example'
  const clientId = rows.find((one) => one.entity_id === null)?.id ?? randomUUID()
  const { origin } = server
  return { origin, tenantId, idpId, oidcId, entityId, clientId, issuer: saml.entityId, close: () => oidc.close() }
}
