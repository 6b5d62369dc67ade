import { demoProviders, type DemoProvider } from './providers.ts'

/** Demo people. Passwords equal the name in front of the @, or behind the \\, only for trying things out on your own machine. */
export type DemoPerson = {
  readonly tenant: string
  /** The simulated provider that knows them. */
  readonly provider: string
  readonly username: string
  readonly email: string
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  readonly role: string
  readonly groups: readonly string[]
}

/** A person of the tenant's primary provider, whose name at the simulator is the tenant's. */
const person = (
  tenant: string,
  domain: string,
  givenName: string,
  familyName: string,
  role: string,
  groups: string[],
): DemoPerson => ({
  tenant,
  provider: tenant,
  username: `${givenName.toLowerCase()}@${domain}`,
  email: `${givenName.toLowerCase()}@${domain}`,
  name: `${givenName} ${familyName}`,
  givenName,
  familyName,
  role,
  groups,
})

/** acme's administrators first (people.json keeps the order). */
export const demoPeople: readonly DemoPerson[] = [
  person('acme', 'acme.example', 'Ada', 'Okafor', 'security admin', ['security-admins', 'staff', 'finance']),
  person('acme', 'acme.example', 'Bruno', 'Keller', 'security admin', ['security-admins', 'staff', 'operations']),
  person('acme', 'acme.example', 'Chidi', 'Lindqvist', 'finance clerk', ['staff', 'finance']),
  person('acme', 'acme.example', 'Dana', 'Moreau', 'warehouse lead', ['staff', 'operations']),
  person('acme', 'acme.example', 'Emil', 'Novak', 'developer', ['staff', 'developers']),
  person('acme', 'acme.example', 'Farah', 'Haddad', 'auditor, production only', ['auditors']),
  person('acme', 'acme.example', 'Goran', 'Petrov', 'no groups', []),
  // One for each of acme's other providers.
  {
    ...person('acme', 'cloud.acme.example', 'Lena', 'Fischer', 'planner', ['Cloud Planners', 'Cloud Staff']),
    provider: 'acme-cloud',
  },
  {
    ...person('acme', 'legacy.acme.example', 'Marek', 'Zielinski', 'traveller', ['Legacy Staff']),
    provider: 'acme-legacy',
  },
  {
    ...person('acme', 'partners.acme.example', 'Nadia', 'Rossi', 'partner', ['partners']),
    provider: 'acme-partners',
  },
  {
    ...person('acme', 'acme.example', 'Oskar', 'Lund', 'stock picker', ['Domain Users']),
    provider: 'acme-windows',
    username: 'ACME\\oskar',
  },
  {
    ...person('acme', 'sales.acme.example', 'Pilar', 'Gomez', 'sales agent', ['Sales Users', 'Sales Managers']),
    provider: 'acme-sales',
  },
  person('globex', 'globex.example', 'Hanna', 'Virtanen', 'security admin', ['admins', 'everyone']),
  person('globex', 'globex.example', 'Ivo', 'Santos', 'employee', ['everyone']),
  person('vendor', 'vendor.example', 'Jana', 'Weiss', 'security admin of the vendor', ['vendor-admins']),
  person('vendor', 'vendor.example', 'Kofi', 'Mensah', 'support', ['support']),
]

export function passwordOf({ username }: DemoPerson): string {
  return username.slice(username.indexOf('\\') + 1).split('@')[0] ?? ''
}

/** The simulated provider that knows a person. */
export function providerOf(person: DemoPerson): DemoProvider | undefined {
  return demoProviders.find((one) => one.id === person.provider)
}
