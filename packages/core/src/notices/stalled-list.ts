import { mapped, wholePage, type ListedNoun } from '../lists/listed.ts'
import type { Noun } from '../nouns/noun.ts'
import { listStalledProvisioning, type StalledProvisioning } from './contract.ts'
import { stalledId, stalledLevel, stalledSentence } from './stalled.ts'
import type { NoticeLevel } from './steps.ts'

/** With its sentence. */
export type StalledRow = StalledProvisioning & { readonly level: NoticeLevel; readonly message: string }

const stalledNoun: Pick<Noun<StalledRow>, 'fields' | 'columns' | 'wideColumns'> = {
  fields: [
    {
      name: 'application',
      label: 'Application',
      kind: 'text',
      summary: 'Name people read',
      value: (row) => row.application,
    },
    {
      name: 'environment',
      label: 'Environment',
      kind: 'text',
      summary: 'Name of the environment',
      value: (row) => row.environment,
    },
    { name: 'message', label: 'What', kind: 'text', summary: 'What it is, as a sentence', value: (row) => row.message },
    {
      name: 'severity',
      label: 'Severity',
      kind: 'text',
      isWord: true,
      summary: 'urgent (paused, or everything is refused) or soon (failing)',
      value: (row) => row.level,
    },
  ],
  columns: ['application', 'environment', 'message', 'severity'],
  wideColumns: [],
}

/** Applications that get no people any more. */
export const stalledProvisioningList: ListedNoun<StalledRow> = {
  noun: stalledNoun,
  idOf: stalledId,
  searchedBy: 'here',
  noFilter: {},
  async fetchPage({ client, say = (id) => id }, { signal }) {
    const outcome = await client.call(listStalledProvisioning, { signal })
    return wholePage(
      mapped(outcome, ({ stalled }) => ({
        rows: stalled.map((one) => ({ ...one, level: stalledLevel(one), message: stalledSentence(one, say) })),
      })),
    )
  },
}
