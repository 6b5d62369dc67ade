/** Demo people. Passwords equal the part before the @, for trying things out on one's own machine only. */
export type DemoPerson = {
  readonly tenant: string
  readonly username: string
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  readonly role: string
  readonly groups: readonly string[]
}

const person = (
  tenant: string,
  domain: string,
  givenName: string,
  familyName: string,
  role: string,
  groups: string[],
): DemoPerson => ({
  tenant,
  username: `${givenName.toLowerCase()}@${domain}`,
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
  person('globex', 'globex.example', 'Hanna', 'Virtanen', 'security admin', ['admins', 'everyone']),
  person('globex', 'globex.example', 'Ivo', 'Santos', 'employee', ['everyone']),
  person('vendor', 'vendor.example', 'Jana', 'Weiss', 'security admin of the vendor', ['vendor-admins']),
  person('vendor', 'vendor.example', 'Kofi', 'Mensah', 'support', ['support']),
]

export function passwordOf(person: DemoPerson): string {
  return person.username.split('@')[0] ?? ''
}
