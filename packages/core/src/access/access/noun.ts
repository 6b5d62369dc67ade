import type { Noun } from '../../kit/nouns/noun.ts'
import type { ExplainedAccess, ExplainedStep, Opener } from './contract.ts'

/** What a person may do and why, as `explain --json` prints it. */
export const explainedAccessNoun: Noun<ExplainedAccess> = {
  name: 'access',
  plural: 'accesses',
  aliases: [],
  label: 'Access',
  labelPlural: 'Access',
  summary: 'What a person may do, and why',
  fields: [
    { name: 'username', label: 'Username', kind: 'text', summary: 'Username as entered', value: (row) => row.username },
    {
      name: 'outcome',
      label: 'Outcome',
      kind: 'text',
      summary: 'known, not-seen, elsewhere, nowhere or malformed',
      value: (row) => row.outcome,
    },
    {
      name: 'allowed',
      label: 'Allowed',
      kind: 'boolean',
      summary: 'Whether the application can be opened; null: known only after a sign-in',
      value: (row) => row.allowed,
    },
    {
      name: 'environment',
      label: 'Environment',
      kind: 'text',
      summary: 'The environment asked about, or null',
      value: (row) => row.environment?.name ?? null,
    },
    {
      name: 'application',
      label: 'Application',
      kind: 'text',
      summary: 'URN of the application asked about, or null',
      value: (row) => row.application?.urn ?? null,
    },
    {
      name: 'format',
      label: 'Format',
      kind: 'text',
      summary: 'The username format that matched: @domain or DOMAIN\\',
      value: ({ format }) =>
        format && (format.type === 'suffix' ? `@${format.value}` : `${format.value.toUpperCase()}\\`),
    },
    {
      name: 'provider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Name of the identity provider',
      value: (row) => row.provider?.name ?? null,
    },
    {
      name: 'person',
      label: 'Person',
      kind: 'json',
      summary: 'The known person, or null',
      value: (row) => row.person,
    },
    {
      name: 'groups',
      label: 'Groups',
      kind: 'json',
      summary: 'Groups: name, claim as received, and whether anything is mapped',
      value: (row) => row.groups,
    },
    {
      name: 'groupCount',
      label: 'Number of groups',
      kind: 'number',
      summary: 'Number of groups',
      value: (row) => row.groupCount,
    },
    {
      name: 'securityAdmin',
      label: 'Security Admin',
      kind: 'boolean',
      summary: 'Whether the person administers the portal; null: unknown',
      value: (row) => row.access?.securityAdmin ?? null,
    },
    {
      name: 'roles',
      label: 'Roles',
      kind: 'json',
      summary: 'Roles, with the groups that grant them; null: unknown',
      value: (row) => row.access?.roles ?? null,
    },
    {
      name: 'applications',
      label: 'Applications',
      kind: 'json',
      summary: 'Applications that the groups can open; null: unknown',
      value: (row) => row.access?.applications ?? null,
    },
    {
      name: 'openedBy',
      label: 'Opened by',
      kind: 'json',
      summary: 'Groups that can open the application asked about',
      value: (row) => row.openedBy,
    },
    {
      name: 'steps',
      label: 'Steps',
      kind: 'json',
      summary: 'The steps: step, outcome and sentence',
      value: (row) => row.steps,
    },
  ],
  columns: ['username', 'outcome', 'allowed', 'provider'],
  wideColumns: ['environment', 'application'],
  actions: [{ name: 'explain', summary: 'Explain what a person may do and why', changes: false, severity: 'none' }],
  inEnvironment: false,
}

/** Headings of the steps, in their order. */
export const explainedStepLabels: Readonly<Record<ExplainedStep['step'], string>> = {
  format: 'Username format',
  provider: 'Identity provider',
  person: 'Person',
  groups: 'Groups',
  roles: 'Roles',
  applications: 'Applications',
}

/** One step of the chain, as `explain` prints it. */
export const explainedStepNoun: Noun<ExplainedStep> = {
  name: 'step',
  plural: 'steps',
  aliases: [],
  label: 'Step',
  labelPlural: 'Steps',
  summary: 'A step from a username to what can be opened',
  fields: [
    { name: 'step', label: 'Step', kind: 'text', summary: 'Which step', value: (row) => row.step },
    {
      name: 'outcome',
      label: 'Outcome',
      kind: 'text',
      summary: 'passed, missing or unknown',
      value: (row) => row.outcome,
    },
    { name: 'sentence', label: 'Why', kind: 'text', summary: 'What was found', value: (row) => row.sentence },
  ],
  columns: ['step', 'outcome', 'sentence'],
  wideColumns: [],
  actions: [],
  inEnvironment: false,
}

/** A person who can open an application. */
export const openerNoun: Noun<Opener> = {
  name: 'person',
  plural: 'people',
  aliases: [],
  label: 'Person',
  labelPlural: 'People',
  summary: 'People who can open an application',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    { name: 'name', label: 'Name', kind: 'text', summary: 'Name of the person', value: (row) => row.name },
    { name: 'username', label: 'Username', kind: 'text', summary: 'Username', value: (row) => row.username },
    {
      name: 'provider',
      label: 'Identity provider',
      kind: 'text',
      summary: 'Name of the identity provider',
      value: (row) => row.identityProvider.name,
    },
    { name: 'roles', label: 'Roles', kind: 'list', summary: 'Roles in the application', value: (row) => row.roles },
    {
      name: 'groups',
      label: 'Groups',
      kind: 'list',
      summary: 'Some of the groups that can open it',
      value: (row) => row.groups.map(({ name }) => name),
    },
  ],
  columns: ['name', 'username', 'provider', 'roles', 'groups'],
  wideColumns: ['id'],
  actions: [],
  inEnvironment: true,
}
