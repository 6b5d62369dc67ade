import type { Shell } from './shell.ts'

/** A question that the command line asks on a terminal, and what it changes. */
export type Question = {
  readonly name: string
  /** The file that asks, below packages/cli/src. */
  readonly site: string
  readonly args: readonly string[]
  readonly asks: string
  /** What has to be typed; anything else changes nothing. */
  readonly answer: string
  /** What the command changes, to compare before and after. */
  readonly state: (shell: Shell) => Promise<unknown>
}

/** What a command reads from a terminal until Ctrl-D, where `-` means stdin. */
export type TypedInput = {
  readonly name: string
  /** The file that reads, below packages/cli/src. */
  readonly site: string
  readonly args: readonly string[]
  readonly typed: string
  readonly state: (shell: Shell) => Promise<unknown>
}

/** Names of the objects that e2e/questions.e2e.ts makes before it asks. */
export const asked = {
  account: 'Asked account',
  role: 'Asked role',
  webhook: 'asked.example',
  /** An API token of the person. */
  token: 'Asked token',
  provider: 'Asked provider',
  /** A provider without a secret. */
  secretive: 'Asked secret',
  /** Has a draft that needs no test. */
  kept: 'Asked kept',
  /** Was never kept. */
  reverted: 'Asked reverted',
  expiring: 'Acme Partners',
  profile: 'asked',
  /** Stands for the id of an entry of the audit log that can be taken back. */
  entry: '{entry}',
  /** A SCIM token of the provider. */
  scimToken: 'Asked directory',
  /** Stands for the id of a support session that runs. */
  supportSession: '{support-session}',
  /** Has a session. */
  person: 'chidi@acme.example',
} as const

const accounts = (shell: Shell) => shell.json(['sa', 'list', '--json=name,key2'])
const registration = (shell: Shell) => shell.json(['app', 'sign-in', 'get', 'Billing', '--json=protocol,clientId'])
const provisioned = (shell: Shell) => shell.json(['provisioning', 'show', '--app', 'Billing', '--json=state,url'])
const groupSource = (shell: Shell) => shell.json(['scim', 'group-source', '--idp', asked.secretive])
const webhooks = (shell: Shell) => shell.json(['webhook', 'list', '--json=url'])
const webhookSecrets = (shell: Shell) => shell.json(['webhook', 'list', '--json=url,previousSecretUntil'])
const takeovers = (shell: Shell) =>
  shell.json(['provisioning', 'taken', '--app', 'Billing', '--env', 'Staging', '--json=name,state'])
const tokens = (shell: Shell) => shell.json(['api-token', 'list', '--all', '--json=name,state'])
const scimTokens = (shell: Shell) => shell.json(['scim-token', 'list', '--idp', asked.provider, '--json=id'])
const roles = (shell: Shell) => shell.json(['role', 'list', '--json=label'])
const mappingsOfBilling = (shell: Shell) =>
  shell.json(['mapping', 'list', '--env', 'Production', '--app', 'Billing', '--json=name,groups'])
/** Without certificates: the server reads metadata by itself, and notes in the list what it found. */
const providers = async (shell: Shell) => {
  const listed = await shell.json<{ certificates: unknown }[]>(['idp', 'list'])
  return listed.map(({ certificates: _, ...provider }) => provider)
}
const drafts = async (shell: Shell) => {
  const listed = await shell.json<{ name: string; draft: unknown }[]>(['idp', 'list'])
  return listed.map(({ name, draft }) => ({ name, draft }))
}
const pendingSwitches = async (shell: Shell) => {
  const listed = await shell.json<{ name: string; pendingSwitch: unknown }[]>(['idp', 'list'])
  return listed.map(({ name, pendingSwitch }) => ({ name, pendingSwitch }))
}
const ourKeys = (shell: Shell) => shell.json(['idp', 'rollover', 'show'])

/** In the order in which they are asked: a step of a rollover needs the one before. */
export const questions: readonly Question[] = [
  {
    name: 'delete a service account',
    site: 'machines/service-accounts/commands/delete.ts',
    args: ['sa', 'delete', asked.account],
    asks: `Type ${asked.account} to delete the service account for good: `,
    answer: asked.account,
    state: accounts,
  },
  {
    name: 'revoke an API token',
    site: 'machines/api-tokens/commands/revoke.ts',
    args: ['api-token', 'revoke', asked.token, '--all'],
    asks: `Type ${asked.token} to revoke the API token for good: `,
    answer: asked.token,
    state: tokens,
  },
  {
    name: 'make a new secret for a webhook',
    site: 'tenant/webhooks/commands/rotate-secret.ts',
    args: ['webhook', 'rotate-secret', asked.webhook],
    asks: 'Messages are also signed with the old one for 24 hours. [y/N] ',
    answer: 'y',
    state: webhookSecrets,
  },
  {
    name: 'delete a webhook',
    site: 'tenant/webhooks/commands/delete.ts',
    args: ['webhook', 'delete', asked.webhook],
    asks: `Type ${asked.webhook} to delete the webhook for good: `,
    answer: asked.webhook,
    state: webhooks,
  },
  {
    name: 'delete a SCIM token',
    site: 'people/scim-tokens/commands/delete.ts',
    args: ['scim-token', 'delete', '--idp', asked.provider, asked.scimToken],
    asks: `Type ${asked.scimToken} to delete the SCIM token for good: `,
    answer: asked.scimToken,
    state: scimTokens,
  },
  {
    name: 'delete a custom role',
    site: 'access/tenant-roles/commands/delete.ts',
    args: ['role', 'delete', asked.role],
    asks: `Type ${asked.role} to delete the custom role for good: `,
    answer: asked.role,
    state: roles,
  },
  {
    name: 'remove the registration of an application',
    site: 'applications/clients/commands/sign-in.ts',
    args: ['app', 'sign-in', 'remove', 'Billing'],
    asks: 'Remove the registration of Billing in Production? People can no longer sign in to it. [y/N] ',
    answer: 'y',
    state: registration,
  },
  {
    name: 'stop sending people to an application',
    site: 'applications/provisioning/commands/act.ts',
    args: ['provisioning', 'remove', '--app', 'Billing'],
    asks: 'Stop sending people to Billing in Production? People and groups already there stay. [y/N] ',
    answer: 'y',
    state: provisioned,
  },
  {
    name: 'approve that people take over existing accounts',
    site: 'applications/provisioning/commands/approve.ts',
    args: ['provisioning', 'approve', '--app', 'Billing', '--env', 'Staging', '--all'],
    asks: 'and this cannot be undone. Approve? [y/N] ',
    answer: 'y',
    state: takeovers,
  },
  {
    name: 'remove the branding',
    site: 'tenant/branding/commands/reset.ts',
    args: ['branding', 'reset'],
    asks: 'keep the file of the logo. [y/N] ',
    answer: 'y',
    state: (shell) => shell.json(['branding', 'show', '--json=name']),
  },
  {
    name: 'replace the groups of a role of the portal',
    site: 'access/portal-roles/commands/set.ts',
    args: ['portal-role', 'set', 'security-admin', '--group', 'security-admins', '--group', 'auditors'],
    asks: 'These groups get it: auditors. [y/N] ',
    answer: 'y',
    state: (shell) => shell.json(['portal-role', 'get', 'security-admin', '--json=name']),
  },
  {
    name: 'end a support session',
    site: 'tenant/support-access/commands/end.ts',
    args: ['support-access', 'end', asked.supportSession],
    asks: 'End the support session of Kofi Mensah (Portico Operations)? [y/N] ',
    answer: 'y',
    state: (shell) => shell.json(['support-access', 'sessions', '--json=reason,end']),
  },
  {
    name: 'deny support access',
    site: 'tenant/support-access/commands/set.ts',
    args: ['support-access', 'deny'],
    asks: 'let no support user enter? [y/N] ',
    answer: 'y',
    state: (shell) => shell.json(['support-access', 'status']),
  },
  {
    name: 'take the groups of a provider from SCIM',
    site: 'people/scim-inbox/commands/group-source.ts',
    args: ['scim', 'group-source', '--idp', asked.secretive, 'scim'],
    asks: `Take the groups of ${asked.secretive} from SCIM? [y/N] `,
    answer: 'y',
    state: groupSource,
  },
  {
    name: 'take back a change',
    site: 'tenant/audit/commands/revert.ts',
    args: ['audit', 'revert', asked.entry],
    asks: 'Take back this change? [y/N] ',
    answer: 'y',
    state: roles,
  },
  {
    name: 'promote mappings to another environment',
    site: 'access/group-mappings/commands/promote.ts',
    args: ['mapping', 'promote', '--env', 'Staging', '--to', 'Production', '--app', 'Billing'],
    asks: 'of Production with those of Staging? [y/N] ',
    answer: 'y',
    state: mappingsOfBilling,
  },
  {
    name: 'delete an identity provider',
    site: 'providers/identity-providers/commands/delete.ts',
    args: ['idp', 'delete', asked.provider],
    asks: `Type ${asked.provider} to delete the identity provider for good: `,
    answer: asked.provider,
    state: providers,
  },
  {
    name: 'keep the changes of an identity provider',
    site: 'providers/identity-providers/commands/keep.ts',
    args: ['idp', 'keep', asked.kept],
    asks: 'need no test login. Put them into effect? [y/N] ',
    answer: 'y',
    state: drafts,
  },
  {
    name: 'revert the changes of an identity provider',
    site: 'providers/identity-providers/commands/revert.ts',
    args: ['idp', 'revert', asked.reverted],
    asks: 'it is removed. Revert? [y/N] ',
    answer: 'yes',
    state: drafts,
  },
  {
    name: 'accept an expired certificate',
    site: 'providers/certificates/commands/extend.ts',
    args: ['cert', 'extend', '--idp', asked.expiring, '--reason', 'Their administrator is away.'],
    asks: 'for 72 more hours? [y/N] ',
    answer: 'y',
    state: (shell) => shell.json(['cert', 'list', '--json=provider,state']),
  },
  {
    name: 'retire a certificate',
    site: 'providers/certificates/commands/retire.ts',
    args: ['cert', 'retire', '--idp', asked.expiring, '--slot', '2'],
    asks: 'at once? [y/N] ',
    answer: 'y',
    state: (shell) => shell.json(['cert', 'list', '--json=provider,slot']),
  },
  {
    name: 'choose the next primary provider',
    site: 'providers/identity-providers/commands/switch.ts',
    args: ['idp', 'switch', asked.expiring, '--group', 'partners'],
    asks: 'after that. [y/N] ',
    answer: 'y',
    state: pendingSwitches,
  },
  {
    name: 'reject the pending switch',
    site: 'providers/identity-providers/commands/switch.ts',
    args: ['idp', 'switch', '--reject'],
    asks: 'Reject the pending switch to Acme Partners (partners)? [y/N] ',
    answer: 'y',
    state: pendingSwitches,
  },
  {
    name: 'use the next keys',
    site: 'providers/identity-providers/commands/rollover.ts',
    args: ['idp', 'rollover', 'activate'],
    asks: 'Use the next keys now? [y/N] ',
    answer: 'Yes',
    state: ourKeys,
  },
  {
    name: 'withdraw the previous keys',
    site: 'providers/identity-providers/commands/rollover.ts',
    args: ['idp', 'rollover', 'withdraw'],
    asks: 'Withdraw them? [y/N] ',
    answer: 'yes',
    state: ourKeys,
  },
  {
    name: 'sign a person out',
    site: 'people/people/change.ts',
    args: ['person', 'sign-out', asked.person],
    asks: `(${asked.person})? [y/N] `,
    answer: 'y',
    state: (shell) => shell.json(['person', 'get', asked.person, '--json=sessions']),
  },
  {
    name: 'deactivate a person',
    site: 'people/people/change.ts',
    args: ['person', 'deactivate', asked.person],
    asks: 'and end every session? [y/N] ',
    answer: 'y',
    state: (shell) => shell.json(['person', 'list', '--json=username,state']),
  },
  {
    name: 'delete a profile',
    site: 'app/profiles/commands/delete.ts',
    args: ['profile', 'delete', asked.profile],
    asks: `Delete profile ${asked.profile} and its token? [y/N] `,
    answer: 'y',
    state: (shell) => shell.json(['profile', 'list']),
  },
]

/** What is typed here ends with Ctrl-D. `environment`: its id. */
export function typedInputs({ publicPem, environment }: { publicPem: string; environment: string }): TypedInput[] {
  const yaml = `- name: Typed row\n  key1: |\n${publicPem.replaceAll(/^/gm, '    ')}\n`
  return [
    {
      name: 'a public key',
      site: 'machines/service-accounts/key-argument.ts',
      args: ['sa', 'create', '--name', 'Typed key', '--key1', '-'],
      typed: `${publicPem}\n`,
      state: accounts,
    },
    {
      name: 'a file of service accounts',
      site: 'machines/service-accounts/bulk/read-rows.ts',
      args: ['sa', 'create', '-f', '-'],
      typed: yaml,
      state: accounts,
    },
    {
      name: 'a client secret',
      site: 'kit/io/read-input.ts',
      args: ['idp', 'update', asked.secretive, '--client-secret', '-'],
      typed: 'a-secret-that-is-long-enough\n',
      state: providers,
    },
    {
      name: 'a request body',
      site: 'app/api/commands/call.ts',
      args: ['api', 'POST', `/portal/admin/environments/${environment}/service-accounts`, '--input', '-'],
      typed: `${JSON.stringify({ name: 'Typed body', key1: publicPem.trim(), key1Algorithm: 'RSA' })}\n`,
      state: accounts,
    },
  ]
}
