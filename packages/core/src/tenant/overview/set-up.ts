import { listAdminEnvironments } from '../environments/contract.ts'
import type { Client } from '../../kit/http/client.ts'
import type { IdentityProvider } from '../../providers/identity-providers/contract.ts'
import { listServiceAccounts } from '../../machines/service-accounts/contract.ts'

export const setUpSteps = ['provider', 'formats', 'account'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** What a new tenant still needs. `environmentId`: where a first service account can be created. */
export type SetUp = {
  readonly done: Readonly<Record<SetUpStep, boolean>>
  /** A provider that is on and has no username format. */
  readonly providerId: string | undefined
  readonly environmentId: string | undefined
}

/** Whether the tenant has a service account, and the first environment that can be changed. */
export type FirstAccount = { readonly exists: boolean; readonly environmentId: string | undefined }

/** How far a tenant is set up, from the providers that its page lists and from {@link readFirstAccount}. */
export function setUpOf(
  providers: readonly Pick<IdentityProvider, 'id' | 'enabled' | 'suffixes' | 'prefixes'>[],
  account: FirstAccount,
): SetUp {
  const bare = providers.find(({ enabled, suffixes, prefixes }) => enabled && suffixes.length + prefixes.length === 0)
  const hasProvider = providers.length > 0
  return {
    done: { provider: hasProvider, formats: hasProvider && bare === undefined, account: account.exists },
    providerId: bare?.id,
    environmentId: account.environmentId,
  }
}

/**
 * Asks one environment after the other until one has an account: usually the first has. undefined where an answer failed,
 * because the list is help and no page depends on it.
 */
export async function readFirstAccount(client: Pick<Client, 'call'>): Promise<FirstAccount | undefined> {
  const outcome = await client.call(listAdminEnvironments)
  if (!outcome.ok) return undefined
  const { environments } = outcome.value
  const environmentId = environments.find(({ readonly }) => !readonly)?.id
  for (const { id } of environments) {
    const accounts = await client.call(listServiceAccounts, { params: { envId: id }, query: { limit: '1' } })
    if (accounts.ok && accounts.value.serviceAccounts.length > 0) return { exists: true, environmentId }
  }
  return { exists: false, environmentId }
}
