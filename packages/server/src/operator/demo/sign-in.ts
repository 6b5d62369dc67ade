import { listClients } from '../../applications/clients/queries.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { listEnvironmentRows } from '../../tenant/environments/queries.ts'
import type { OpenedStore } from '../../app/open.ts'
import { findTenantBySlug } from '../../tenant/tenants/queries.ts'
import type { DemoAddresses } from './providers.ts'

/** How a demo application signs people in: an OpenID client that the simulator plays, in each of its environments. */
export function demoSignIn(tenant: string, slug: string, { simulator, publicKeys }: DemoAddresses) {
  const own = `${simulator}/apps/${slug}`
  return {
    openid: {
      redirectUris: [`${own}/callback`],
      postLogoutRedirectUris: [`${own}/signed-out`],
      initiateLoginUri: `${own}/login?at=${tenant}-{slug}`,
      backchannelLogoutUri: `${own}/backchannel-logout`,
      authMethod: 'private_key_jwt',
      publicKeys: [publicKeys['applications'] ?? ''],
    },
  }
}

/** The registrations that the simulator plays, by the slug of the application. */
export async function demoClients(
  store: OpenedStore,
  tenants: readonly string[],
  { issuer, privateKey }: { readonly issuer: string; readonly privateKey: string },
): Promise<Map<string, object[]>> {
  const clients = new Map<string, object[]>()
  for (const slug of tenants) {
    const tenant = await findTenantBySlug(store.database, slug)
    if (tenant === undefined) continue
    await tenantScope(store.database, tenant.id).transaction(async (tx) => {
      for (const environment of await listEnvironmentRows(tx)) {
        for (const { id, config, application } of await listClients(tx, environment.id)) {
          // An administrator may have registered another application, or another key.
          const at = config.protocol === 'openid' ? atOf(config.initiateLoginUri) : undefined
          if (at === undefined) continue
          const known = clients.get(application.slug) ?? []
          const place = `${tenant.name}, ${environment.name}`
          known.push({ issuer, clientId: id, at, place, privateKey })
          clients.set(application.slug, known)
        }
      }
    })
  }
  return clients
}

/** The simulator's name of a registration; undefined where an administrator registered something else. */
function atOf(initiateLoginUri: string | null): string | undefined {
  return initiateLoginUri === null ? undefined : (new URL(initiateLoginUri).searchParams.get('at') ?? undefined)
}
