import { portalAppId, type Endpoint } from '@portico/core'

import { uuidv7 } from '../../../kit/identifiers.ts'
import { namesObjects, type IdKind } from '../cells.ts'
import {
  apiTokenIdOf,
  makeAccount,
  mappingPath,
  openApplicationOf,
  personIdOf,
  providerIdOf,
  provisioningPath,
  revertPath,
  scimRequestPath,
  scimTokenPath,
  sessionPath,
  signInCodeOf,
  signInPath,
  supportSessionPath,
  testPath,
  webhookIdOf,
  withDraft,
  withFormat,
} from './objects.ts'
import { applicationId, shared, type Cell, type World } from './world.ts'

/** Required query parameters of a call. */
const queries: Readonly<Record<string, string>> = {
  whereIs: '?username=ada@acme.example',
  explainAccess: '?user=ada@acme.example',
  rehearsePrimaryIdp: `?idp=${uuidv7(0)}&group=${uuidv7(0)}`,
}

/** A path with ids of the given kind. */
export function pathFor(world: World, cell: Cell, ids: IdKind): Promise<string> {
  return shared(world, cell, `${cell.endpoint.name} ${ids}`, () => newPath(world, cell.endpoint, ids))
}

/** With a new service account, provider or other object, because some calls delete it. */
async function newPath(world: World, endpoint: Endpoint, ids: IdKind): Promise<string> {
  if (!namesObjects(endpoint))
    return endpoint.path.replace('{type}', 'saml2').replace('{id}', 'security-admin') + (queries[endpoint.name] ?? '')
  if (endpoint.path.includes('{tenantId}')) {
    const known = ids === "acme's" ? world.acme.id : ids === "globex's" ? world.globex.id : uuidv7(Date.now())
    return endpoint.path.replace('{tenantId}', ids === 'wrong type' ? '1' : known)
  }
  if (endpoint.path.startsWith('/portal/apitoken/applications/'))
    return endpoint.path.replace('{appId}', await openApplicationOf(world, ids))
  if (/\/(?:apitoken\/tokens|api-tokens)\/\{id\}/.test(endpoint.path))
    return endpoint.path.replace('{id}', await apiTokenIdOf(world, ids))
  if (endpoint.path.includes('/webhooks/{id}')) return endpoint.path.replace('{id}', await webhookIdOf(world, ids))
  if (endpoint.path.includes('/audit/{id}')) return revertPath(world, endpoint.path, ids)
  if (endpoint.path.includes('/support-sessions/{id}')) return supportSessionPath(world, endpoint.path, ids)
  if (endpoint.path.endsWith('/{testId}')) return testPath(world, endpoint.path, ids)
  if (['keepIdentityProvider', 'revertIdentityProvider'].includes(endpoint.name))
    return endpoint.path.replace('{id}', await providerIdOf(world, ids, (tenant, id) => withDraft(world, tenant, id)))
  if (endpoint.path.endsWith('/scim/requests/{requestId}')) return scimRequestPath(world, endpoint.path, ids)
  if (endpoint.path.endsWith('/{tokenId}')) return scimTokenPath(world, endpoint.path, ids)
  if (endpoint.name === 'startTestLogin')
    return endpoint.path.replace('{id}', await providerIdOf(world, ids, (tenant, id) => withFormat(world, tenant, id)))
  if (/\/idps\/\{id\}/.test(endpoint.path)) return endpoint.path.replace('{id}', await providerIdOf(world, ids))
  if (endpoint.path.includes('{sessionId}') || endpoint.name === 'endSession')
    return sessionPath(world, endpoint.path, ids)
  if (endpoint.path.startsWith('/portal/admin/people/'))
    return endpoint.path.replace('{id}', await personIdOf(world, ids))
  if (endpoint.path.includes('{appId}/provisioning') && (ids === "acme's" || ids === "globex's"))
    return provisioningPath(world, endpoint, ids === "acme's" ? world.acme : world.globex)
  if (endpoint.path.includes('{appId}/sign-in') && (ids === "acme's" || ids === "globex's"))
    return signInPath(world, endpoint, ids === "acme's" ? world.acme : world.globex)
  if (/\/groups\/\{id\}\/|\{roleId\}|\/admin\/roles\/|\{appId\}\/groups/.test(endpoint.path))
    return mappingPath(world, endpoint, ids)
  if (endpoint.path.endsWith('/{code}')) return endpoint.path.replace('{code}', await signInCodeOf(world, ids))
  if (endpoint.path.endsWith('/{hash}'))
    return endpoint.path.replace('{hash}', 'a'.repeat(ids === 'wrong type' ? 101 : 64))
  const production = world.environments.get('production') ?? ''
  const staging = world.environments.get('staging') ?? ''
  const random = () => uuidv7(Date.now())
  const isEnvironmentItself = endpoint.path.endsWith('/environments/{id}')
  const values: Record<IdKind, () => Promise<Record<string, string>>> = {
    "acme's": async () => ({
      envId: production,
      id: isEnvironmentItself ? staging : await makeAccount(world, world.acme, production),
      appId: portalAppId,
    }),
    "globex's": async () => ({
      envId: world.foreignEnvironment,
      id: isEnvironmentItself
        ? world.foreignEnvironment
        : await makeAccount(world, world.globex, world.foreignEnvironment),
      appId: portalAppId,
    }),
    // The account and the application exist, in another environment of the same tenant.
    "other environment's": async () => ({
      envId: staging,
      id: await makeAccount(world, world.acme, production),
      appId: await applicationId(world, 'vault'),
    }),
    random: async () => ({
      envId: ids === 'random' && endpoint.path.includes('{id}') ? production : random(),
      id: random(),
      appId: random(),
    }),
    'wrong type': async () => ({ envId: 'production', id: '1', appId: 'x'.repeat(101) }),
  }
  const filled = await values[ids]()
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '')
}
