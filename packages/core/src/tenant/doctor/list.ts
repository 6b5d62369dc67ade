import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { getDoctorFacts } from './contract.ts'
import { findingKey, type DoctorFinding } from './finding.ts'
import { findingsOf } from './findings.ts'
import { doctorNoun } from './noun.ts'

/** What should be fixed in the tenant, the most urgent first. */
export const findingList: ListedNoun<DoctorFinding> = {
  noun: doctorNoun,
  idOf: findingKey,
  searchedBy: 'here',
  noFilter: {},
  async fetchPage({ client, say = (id) => id }, { signal }) {
    const outcome = await client.call(getDoctorFacts, { signal })
    return wholePage(mapped(outcome, (facts) => ({ rows: findingsOf(facts, say) })))
  },
}
