import type { PrincipalInfo } from '../../applications/launcher/contract.ts'
import type { Noun } from '../../kit/nouns/noun.ts'
import type { OverviewRow } from './row.ts'

/** What an administrator looks at first. Its rows are about other nouns; `portico overview` prints them. */
export const overviewNoun: Noun<OverviewRow> = {
  name: 'overview',
  plural: 'overview',
  aliases: [],
  label: 'Overview',
  labelPlural: 'Overview',
  summary: 'What needs attention',
  fields: [
    {
      name: 'level',
      label: 'Level',
      kind: 'text',
      isWord: true,
      summary: 'urgent (7 days), soon (30), later (60); failed for a sign-in, place for an environment',
      value: (row) => row.level,
    },
    {
      name: 'kind',
      label: 'Kind',
      kind: 'text',
      isWord: true,
      summary: 'id of the check as in portico doctor; or sign-in or environment',
      value: (row) => row.kind,
    },
    {
      name: 'name',
      label: 'Name',
      kind: 'text',
      summary: 'Identity provider, application, environment, username of a sign-in, or what it is about',
      value: (row) => row.name,
    },
    { name: 'message', label: 'What', kind: 'text', summary: 'What it is, as a sentence', value: (row) => row.message },
    {
      name: 'at',
      label: 'When',
      kind: 'time',
      isEnd: true,
      summary: 'When it ends or happened',
      value: (row) => row.at,
    },
    {
      name: 'days',
      label: 'Days left',
      kind: 'number',
      summary: 'Whole days until it expires; negative afterwards',
      value: (row) => row.days,
    },
    {
      name: 'leadsTo',
      label: 'Leads to',
      kind: 'id',
      summary: 'Id of the provider, application, environment or portal role; code of the sign-in',
      value: (row) => row.leadsTo,
    },
    {
      name: 'environmentId',
      label: 'Environment',
      kind: 'id',
      summary: 'Id of the environment of an application or service account',
      value: ({ finding }) =>
        finding?.target && 'environmentId' in finding.target ? finding.target.environmentId : null,
    },
  ],
  columns: ['level', 'kind', 'name', 'message'],
  wideColumns: ['at', 'days', 'leadsTo'],
  actions: [{ name: 'overview', summary: 'Show what needs attention', changes: false, severity: 'none' }],
  inEnvironment: false,
}

/** Whether a person may read the overview: its calls are those of administration. */
export function seesOverview({ portalRoles }: Pick<PrincipalInfo, 'portalRoles'>): boolean {
  // Not imported from the contract, whose schemas no command needs at its start.
  return portalRoles.includes('security-admin')
}
