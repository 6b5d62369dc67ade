import { listAdminEnvironments } from '../environments/contract.ts'
import type { Client } from '../http/client.ts'
import { listIdentityProviders } from '../identity-providers/contract.ts'
import { listServiceAccounts } from '../service-accounts/contract.ts'

export const setUpSteps = ['provider', 'formats', 'account'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** What a new tenant still needs. `environmentId`: where a first service account can be created. */
export type SetUp = {
  readonly done: Readonly<Record<SetUpStep, boolean>>
  /** A provider that is on and has no username format. */
  readonly providerId: string | undefined
  readonly environmentId: string | undefined
}

/** Reads how far a tenant is set up, from what it has. undefined where an answer failed: the list is help, and no page depends on it. */
export async function readSetUp(client: Pick<Client, 'call'>): Promise<SetUp | undefined> {
  const [providers, environments] = await Promise.all([
    client.call(listIdentityProviders),
    client.call(listAdminEnvironments),
  ])
  if (!providers.ok || !environments.ok) return undefined
  const counts = await Promise.all(
    environments.value.environments.map(async ({ id }) => {
      const outcome = await client.call(listServiceAccounts, { params: { envId: id }, query: { limit: '1' } })
      return outcome.ok ? outcome.value.serviceAccounts.length : 0
    }),
  )
  const { idps } = providers.value
  const bare = idps.find(({ enabled, suffixes, prefixes }) => enabled && suffixes.length + prefixes.length === 0)
  return {
    done: {
      provider: idps.length > 0,
      formats: idps.length > 0 && bare === undefined,
      account: counts.some((count) => count > 0),
    },
    providerId: bare?.id,
    environmentId: environments.value.environments.find(({ readonly }) => !readonly)?.id,
  }
}
