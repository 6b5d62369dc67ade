import { listAdminEnvironments } from '../environments/contract.ts'
import { environmentSections } from '../environments/sections.ts'
import { listIdentityProviders } from '../identity-providers/contract.ts'
import { orderProviders } from '../identity-providers/order.ts'
import { wholePage, type ListedNoun } from '../lists/listed.ts'
import { listNotices, listStalledProvisioning } from '../notices/contract.ts'
import { listPeople } from '../people/contract.ts'
import { getPrimaryIdp } from '../primary-idp/contract.ts'
import { getRecoveryCodes } from '../recovery-codes/contract.ts'
import { listSignIns } from '../sign-in/records-contract.ts'
import type { Words } from '../words/words.ts'
import { overviewNoun } from './noun.ts'
import { overviewRows, type OverviewRow } from './row.ts'

/** Maximum number of failed sign-ins shown. */
export const failedSignInsMax = 5

/** The overview, from eight parallel calls, however large the tenant is. If one call fails, the list fails. */
export const overviewList: ListedNoun<OverviewRow> = {
  noun: overviewNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  async fetchPage({ client, clock, say = asId }, { signal }) {
    const [providers, signIns, environments, codes, primary, provisioning, foreign, notices] = await Promise.all([
      client.call(listIdentityProviders, { signal }),
      client.call(listSignIns, { query: { outcome: 'failed', limit: String(failedSignInsMax) }, signal }),
      client.call(listAdminEnvironments, { signal }),
      client.call(getRecoveryCodes, { signal }),
      client.call(getPrimaryIdp, { signal }),
      client.call(listStalledProvisioning, { signal }),
      client.call(listPeople, { query: { state: 'foreign-username', limit: '1', total: 'exact' }, signal }),
      client.call(listNotices, { signal }),
    ])
    if (!providers.ok) return providers
    if (!signIns.ok) return signIns
    if (!environments.ok) return environments
    if (!codes.ok) return codes
    if (!primary.ok) return primary
    if (!provisioning.ok) return provisioning
    if (!foreign.ok) return foreign
    if (!notices.ok) return notices
    const { production, nonProduction } = environmentSections(environments.value.environments)
    const parts = {
      providers: orderProviders(providers.value.idps),
      failed: signIns.value.signIns,
      environments: [...production, ...nonProduction],
      stalled: provisioning.value.stalled,
      foreignUsernames: foreign.value.total ?? 0,
      auditLog: notices.value.auditLog ?? undefined,
      tenant: { codes: codes.value, primary: primary.value },
    }
    return wholePage({ ok: true, value: { rows: overviewRows(parts, { now: clock.now(), say }) } })
  },
}

const asId: Words['say'] = (id) => id
