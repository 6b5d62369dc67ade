import { listMappings, listTenantRoles, pageLimitMax } from '@portico/core'

import type { Candidate } from '../../kit/command-kit/candidate.ts'
import type { Server } from '../../kit/context/context.ts'

/** Words of the roles of an environment for `--role`, with their application, for completion. */
export async function roleCandidates(server: Server, envId: string): Promise<readonly Candidate[]> {
  const query = { limit: String(pageLimitMax) }
  const { mappings } = (await server.call(listMappings, { params: { envId }, query })).value
  return mappings
    .filter(({ kind }) => kind === 'tenant-role' || kind === 'application-role')
    .map(({ role, appLabel = '' }) => ({ value: role, text: appLabel }))
}

/** Names of the custom roles, for completion. */
export async function customRoleCandidates(server: Server): Promise<readonly Candidate[]> {
  const { roles } = (await server.call(listTenantRoles, { query: { limit: String(pageLimitMax) } })).value
  return roles.map(({ id, label }) => ({ value: label, text: '', id }))
}
