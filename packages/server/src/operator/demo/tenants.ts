import type { InferInput } from 'valibot'

import type { GroupRef, TenantFile } from '../tenant-import/tenant-file.ts'
import { providerEntries } from './provider-entries.ts'
import { demoPeople } from './people.ts'
import { demoSignIn } from './sign-in.ts'
import { demoProviders, type DemoAddresses, type DemoProvider } from './providers.ts'

type File = InferInput<typeof TenantFile>
type Application = NonNullable<File['applications']>[number]

/** What each account signs in with, and the demo applications; keys are made at the first start. */
export const demoKeyNames = [
  'automation',
  'invoice-importer',
  'invoice-importer-next',
  'stock-sync',
  'release-bot',
  'applications',
] as const

/** The demo's tenants as the files an operator would import. */
export function demoTenantFiles(at: DemoAddresses): File[] {
  return [acme(at), globex(at), vendor(at)].map((file) => ({ ...file, people: peopleOf(file.tenant.slug) }))
}

/** Applications the simulator plays: every slug of every tenant, with its label. */
export function demoApplications(): { slug: string; label: string }[] {
  const files = demoTenantFiles({
    simulator: 'http://127.0.0.1',
    clientSecrets: {},
    signingKeys: {},
    publicKeys: {},
    nowMs: 0,
  })
  const labels = new Map(
    files.flatMap((file) => (file.applications ?? []).map(({ slug, label }) => [slug, label] as const)),
  )
  return [...labels].map(([slug, label]) => ({ slug, label }))
}

/** The tenant's people, as an operator would name them before they have signed in. */
function peopleOf(tenant: string): NonNullable<File['people']> {
  return demoPeople
    .filter((person) => person.tenant === tenant)
    .map(({ username, name, givenName, email, provider, groups }) => ({
      username,
      name,
      nickname: givenName,
      email,
      provider: providerName(provider),
      groups: groups.map((group) => groupAt(provider, group)),
    }))
}

/** Directories call groups by object ids. */
function groupAt(provider: string, name: string) {
  const { directory }: Partial<DemoProvider> = demoProviders.find(({ id }) => id === provider) ?? {}
  return { group: directory?.groups[name] ?? name, name }
}

const role = (name: string, label: string, groups: GroupRef[]) => ({ name, label, groups })

function acme(at: DemoAddresses): File {
  const app = (slug: string, label: string, more: Partial<Application> = {}): Application => ({
    slug,
    label,
    launchUrl: `${at.simulator}/apps/${slug}?environment={environment}&type={type}`,
    signIn: demoSignIn('acme', slug, at),
    ...more,
  })
  const cloud = directoryGroup('acme-cloud')
  const legacy = directoryGroup('acme-legacy')
  const of = (provider: string, group: string) => ({ provider: providerName(provider), group })
  const partners = of('acme-partners', 'partners')
  const windows = of('acme-windows', 'Domain Users')
  const sales = of('acme-sales', 'Sales Users')
  const key = (name: (typeof demoKeyNames)[number]) => at.publicKeys[name] ?? ''
  return {
    tenant: { slug: 'acme', name: 'Acme Industries' },
    environments: [
      { slug: 'production', name: 'Production', type: 'PROD' },
      { slug: 'staging', name: 'Staging', type: 'TEST' },
      { slug: 'development', name: 'Development', type: 'DEV' },
    ],
    applications: [
      app('billing', 'Billing', {
        roles: [
          role('viewer', 'Viewer', ['finance']),
          role('clerk', 'Clerk', ['finance']),
          role('approver', 'Approver', ['finance']),
        ],
      }),
      app('ledger', 'General Ledger', {
        roles: [role('reader', 'Reader', ['finance']), role('accountant', 'Accountant', ['finance'])],
      }),
      app('procurement', 'Procurement', {
        roles: [role('requester', 'Requester', ['staff', partners]), role('buyer', 'Buyer', ['operations'])],
      }),
      app('inventory', 'Inventory', {
        roles: [
          role('picker', 'Picker', ['operations', windows]),
          role('planner', 'Planner', ['operations', cloud('Cloud Planners')]),
        ],
      }),
      app('fleet', 'Fleet Tracking', { roles: [role('dispatcher', 'Dispatcher', ['operations'])] }),
      app('crm', 'Customer Relations', {
        roles: [
          role('agent', 'Agent', ['staff', sales]),
          role('manager', 'Manager', ['finance', of('acme-sales', 'Sales Managers')]),
        ],
      }),
      app('payroll', 'Payroll', {
        environments: ['production', 'staging'],
        roles: [role('self-service', 'Self-service', ['staff']), role('officer', 'Payroll Officer', ['finance'])],
      }),
      app('travel', 'Travel and Expenses', {
        roles: [
          role('traveller', 'Traveller', ['staff', legacy('Legacy Staff'), cloud('Cloud Staff')]),
          role('approver', 'Approver', ['finance']),
        ],
      }),
      app('quality', 'Quality Control', { roles: [role('inspector', 'Inspector', ['operations'])] }),
      app('api-explorer', 'API Explorer', {
        environments: ['staging', 'development'],
        roles: [
          role('developer', 'Developer', ['developers']),
          { name: 'internal', label: 'Internal', visible: false, groups: [] },
        ],
      }),
      app('build-monitor', 'Build Monitor', { environments: ['development'], groups: ['developers'] }),
      app('wiki', 'Company Wiki', {
        groups: ['staff', cloud('Cloud Staff'), legacy('Legacy Staff'), partners, windows, sales],
      }),
      // Auditors are in production only and skip the environment picker.
      app('controls', 'Internal Controls', {
        environments: ['production'],
        roles: [role('reviewer', 'Reviewer', ['auditors']), role('owner', 'Control Owner', ['finance'])],
      }),
      app('reporting', 'Reporting Vault', {
        environments: ['production'],
        singleTenant: true,
        groups: ['finance', 'auditors'],
      }),
      app('cad', 'Design Studio', { singleTenant: true, groups: ['developers', 'operations'] }),
    ],
    identityProviders: providerEntries('acme', at),
    firstAdminGroup: 'security-admins',
    serviceAccounts: [
      {
        environment: 'production',
        name: 'Portal automation',
        key1: key('automation'),
        applications: ['portal:security-admin'],
      },
      {
        environment: 'production',
        name: 'Invoice importer',
        key1: key('invoice-importer'),
        key2: key('invoice-importer-next'),
        applications: ['billing:clerk', 'ledger:reader', 'reporting'],
      },
      {
        environment: 'production',
        name: 'Stock sync',
        key1: key('stock-sync'),
        applications: ['inventory:planner', 'fleet:dispatcher'],
      },
      {
        environment: 'development',
        name: 'Release bot',
        key1: key('release-bot'),
        applications: ['build-monitor', 'api-explorer:developer'],
      },
    ],
  }
}

/** Directories call groups by object ids; people know them by name. */
function directoryGroup(id: string): (name: string) => GroupRef {
  const { name: provider = '', directory } = demoProviders.find((one) => one.id === id) ?? {}
  return (name) => ({ provider, group: directory?.groups[name] ?? name, name })
}

function providerName(id: string): string {
  return demoProviders.find((one) => one.id === id)?.name ?? id
}

function globex(at: DemoAddresses): File {
  const launchUrl = (slug: string) => `${at.simulator}/apps/${slug}?environment={environment}&type={type}`
  return {
    tenant: { slug: 'globex', name: 'Globex Corporation' },
    environments: [
      { slug: 'production', name: 'Production', type: 'PROD' },
      { slug: 'sandbox', name: 'Sandbox', type: 'SANDBOX' },
    ],
    applications: [
      {
        slug: 'crm',
        label: 'Customer Relations',
        launchUrl: launchUrl('crm'),
        signIn: demoSignIn('globex', 'crm', at),
        roles: [role('agent', 'Agent', ['everyone'])],
      },
      {
        slug: 'wiki',
        label: 'Company Wiki',
        launchUrl: launchUrl('wiki'),
        signIn: demoSignIn('globex', 'wiki', at),
        groups: ['everyone'],
      },
      {
        slug: 'payroll',
        label: 'Payroll',
        environments: ['production'],
        launchUrl: launchUrl('payroll'),
        signIn: demoSignIn('globex', 'payroll', at),
        roles: [role('officer', 'Payroll Officer', ['admins'])],
      },
    ],
    identityProviders: providerEntries('globex', at),
    firstAdminGroup: 'admins',
  }
}

function vendor(at: DemoAddresses): File {
  return {
    tenant: { slug: 'vendor', name: 'Portico Operations', vendor: true },
    environments: [{ slug: 'production', name: 'Production', type: 'PROD' }],
    applications: [
      {
        slug: 'status',
        label: 'Service Status',
        launchUrl: `${at.simulator}/apps/status?environment={environment}&type={type}`,
        signIn: demoSignIn('vendor', 'status', at),
        groups: ['support', 'vendor-admins'],
      },
    ],
    identityProviders: providerEntries('vendor', at),
    firstAdminGroup: 'vendor-admins',
    supportGroups: ['support'],
  }
}
