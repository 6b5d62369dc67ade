import { getDoctorFacts } from '../doctor/contract.ts'
import { findingsOf } from '../doctor/findings.ts'
import { listAdminEnvironments } from '../environments/contract.ts'
import { environmentSections } from '../environments/sections.ts'
import { wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { listSignIns } from '../../sign-in/sign-in/records-contract.ts'
import type { Words } from '../../kit/words/words.ts'
import { overviewNoun } from './noun.ts'
import { overviewRows, type OverviewRow } from './row.ts'

/** Maximum number of failed sign-ins shown. */
export const failedSignInsMax = 5

/** The overview, from three parallel calls, however large the tenant is. If one call fails, the list fails. */
export const overviewList: ListedNoun<OverviewRow> = {
  noun: overviewNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  async fetchPage({ client, say = asId }, { signal }) {
    const [facts, signIns, environments] = await Promise.all([
      client.call(getDoctorFacts, { signal }),
      client.call(listSignIns, { query: { outcome: 'failed', limit: String(failedSignInsMax) }, signal }),
      client.call(listAdminEnvironments, { signal }),
    ])
    if (!facts.ok) return facts
    if (!signIns.ok) return signIns
    if (!environments.ok) return environments
    const { production, nonProduction } = environmentSections(environments.value.environments)
    const parts = {
      findings: findingsOf(facts.value, say),
      failed: signIns.value.signIns,
      environments: [...production, ...nonProduction],
    }
    return wholePage({ ok: true, value: { rows: overviewRows(parts, say) } })
  },
}

const asId: Words['say'] = (id) => id
