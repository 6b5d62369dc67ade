import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'

import { administration } from './environment-of.mjs'
import { importProvider } from './live-provider.mjs'
import { send } from './load.mjs'

/** A new provider with a SCIM token. */
export async function openDirectory(server, folder) {
  const { headers } = await administration(server)
  const domain = `${randomUUID()}.example`
  const name = `Bench SCIM ${domain}`
  await importProvider(folder, {
    name,
    type: 'OIDC',
    emailSuffixes: [domain],
    config: { issuer: `https://${domain}`, clientId: 'bench' },
    clientSecret: randomUUID(),
  })
  const agent = new Agent()
  const ask = async (method, path, body, status) =>
    JSON.parse(await send(server.origin, agent, { method, path, headers, body: JSON.stringify(body) }, status))
  const { idps } = await ask('GET', '/api/portal/admin/tenant/idps')
  const { id } = idps.find((provider) => provider.name === name)
  const { token } = await ask('POST', `/api/portal/admin/idps/${id}/scim/tokens`, { name: 'Directory' }, 200)
  agent.destroy()
  return {
    id,
    request: (method, path, body) => ({
      method,
      path: `/scim/v2/${id}${path}`,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  }
}

/** A user as a directory sends it. */
export function userNamed(name) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: name,
    externalId: name,
    displayName: `Person ${name}`,
    name: { givenName: 'Person', familyName: name },
    emails: [{ value: `${name}@people.example`, type: 'work', primary: true }],
    active: true,
  }
}
