import { derivedGuid } from './guids.ts'
import { checkClients } from './check-clients.ts'
import { checkPeople } from './check-people.ts'
import type { CheckedAzure, CheckedPerson, CheckedProvider, DirectoryGroup } from './checked.ts'
import { fields } from './fields.ts'
import { guid, onlyOnce, shortName } from './names.ts'
import { optionalClaims } from './shape.ts'

const known = [
  'id',
  'kind',
  'version',
  'name',
  'tenantId',
  'domains',
  'people',
  'clients',
  'groups',
  'graphPermission',
  'optionalClaims',
  'anyLoopback',
]

const domain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

export function checkAzure(value: unknown, place: string, problems: string[]): CheckedAzure {
  const read = fields(value, place, known, problems)
  const tenantId = read.text('tenantId', guid).toLowerCase()
  const domains = read.texts('domains').map((each) => each.toLowerCase())
  for (const each of domains) if (!domain.test(each)) read.complain('domains', 'write domains, e.g. acme.example.')
  const oid = (username: string) => derivedGuid(tenantId, 'user', username.toLowerCase())
  const people = checkPeople(read.list('people', true), `${place}.people`, problems, oid)
  people.forEach(({ subject }, index) => {
    if (!guid.test.test(subject)) problems.push(`${place}.people[${index}].subject: ${guid.sentence}`)
  })
  const wanted = read.texts('optionalClaims')
  if (!wanted.every((each) => optionalClaims.some((claim) => claim === each)))
    read.complain('optionalClaims', `write some of ${optionalClaims.join(', ')}.`)
  return {
    id: read.text('id', shortName),
    kind: 'azure',
    version: version(read),
    name: read.text('name'),
    tenantId,
    domains,
    people,
    clients: checkClients(
      read.list('clients', true),
      `${place}.clients`,
      ['nextClientSecret', 'frontchannelLogoutUri'],
      problems,
    ),
    groups: directory(read.list('groups', false), `${place}.groups`, tenantId, people, problems),
    anyLoopback: read.flag('anyLoopback'),
    graphPermission: read.has('graphPermission') ? read.flag('graphPermission') : true,
    optionalClaims: optionalClaims.filter((each) => wanted.includes(each)),
  }
}

function version(read: ReturnType<typeof fields>): 1 | 2 {
  const found = read.child('version')
  if (found !== 1 && found !== 2) read.complain('version', found === undefined ? 'is missing.' : 'write 1 or 2.')
  return found === 1 ? 1 : 2
}

/** The groups that are named, then those that only people name. */
function directory(
  values: unknown[],
  place: string,
  tenantId: string,
  people: readonly CheckedPerson[],
  problems: string[],
): DirectoryGroup[] {
  const named = values.map((each, index): DirectoryGroup => {
    const read = fields(each, `${place}[${index}]`, ['name', 'id'], problems)
    const name = read.text('name')
    const id = read.has('id') ? read.text('id', guid).toLowerCase() : derivedGuid(tenantId, 'group', name)
    return { name, id }
  })
  onlyOnce(named, (each) => each.name, place, 'name', problems)
  onlyOnce(named, (each) => each.id, place, 'id', problems)
  const further = new Set(people.flatMap((each) => each.groups))
  for (const { name } of named) further.delete(name)
  return [...named, ...[...further].map((name) => ({ name, id: derivedGuid(tenantId, 'group', name) }))]
}

/** One address leads to one provider: directory and version together, and a domain belongs to one directory. */
export function sharedDirectories(providers: readonly CheckedProvider[], problems: string[]): void {
  const owners = new Map<string, string>()
  const seen = new Set<string>()
  providers.forEach((each, index) => {
    if (each.kind !== 'azure' || each.tenantId === '') return
    const key = `${each.tenantId} ${each.version}`
    if (seen.has(key))
      problems.push(`providers[${index}].tenantId: this directory already has a provider of version ${each.version}.`)
    seen.add(key)
    for (const name of each.domains) {
      const owner = owners.get(name) ?? each.tenantId
      if (owner !== each.tenantId) problems.push(`providers[${index}].domains: ${name} belongs to another directory.`)
      owners.set(name, owner)
    }
  })
}
