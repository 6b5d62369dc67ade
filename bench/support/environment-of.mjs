import { Agent } from 'node:http'

import { send } from './load.mjs'

/** Path and headers of an environment's administration. */
export async function administration({ origin, token, environment }) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const path = '/api/portal/admin/environments'
  const { environments } = JSON.parse(await send(origin, new Agent(), { path, headers }))
  const { id } = environments.find((one) => one.name === environment)
  return { headers, environment: `${path}/${id}`, accounts: `${path}/${id}/service-accounts` }
}
