import { mapped, wholePage, type ListedNoun } from '../lists/listed.ts'
import type { Noun } from '../nouns/noun.ts'
import type { NoticeLevel } from '../notices/steps.ts'
import type { Words } from '../words/words.ts'
import { listStalledProvisioning, type StalledProvisioning } from './contract.ts'

/** A paused application waits for an administrator; one that fails may recover by itself. */
export function stalledLevel({ reason }: StalledProvisioning): NoticeLevel {
  return reason === 'failing' ? 'soon' : 'urgent'
}

/** Why it gets no people, and what to do, without its name. */
export function stalledSentence({ reason, failedAttempts, removals }: StalledProvisioning, say: Words['say']): string {
  return say(`notices.stalled.${reason}`, { count: reason === 'removals' ? removals : failedAttempts })
}

/** Most applications are in several environments. */
export function stalledName({ application, environment }: StalledProvisioning): string {
  return `${application} (${environment})`
}

/** Differs for each application in an environment, and for each reason. */
export function stalledId({ environmentId, applicationId, reason }: StalledProvisioning): string {
  return `provisioning ${environmentId} ${applicationId} ${reason}`
}

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
      summary: 'urgent (paused) or soon (failing)',
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
