import { dirname } from 'node:path'

import { demoPeople, passwordOf, providerOf } from './people.ts'
import { spareProviders, spareValues } from './spare-providers.ts'

/** What each kind of person can try. docs/guides/try-it.md has a heading for each, with the steps. */
export const tours: readonly { readonly person: string; readonly tries: readonly string[] }[] = [
  {
    person: 'End user',
    tries: ['Open an application', 'Find an application, and mark it as a favourite', 'Sign in without any access'],
  },
  {
    person: 'Administrator',
    tries: ['See why a person cannot open an application', 'Connect an identity provider', 'Take a change back'],
  },
  {
    person: 'Support user',
    tries: ['Look over all tenants', 'Enter a tenant', 'Read what support did'],
  },
  {
    person: 'Operator',
    tries: ['Check and back up the server', 'Set up a new tenant', 'Call the API as a program'],
  },
]

type Demo = {
  readonly baseUrl: string
  readonly simulator: string
  readonly folder: string
  readonly clientSecrets: Readonly<Record<string, string>>
}

/** What `npm run demo` prints once everything answers. */
export function demoWelcome(demo: Demo): string {
  const width = Math.max(...demoPeople.map((person) => person.username.length))
  const people = demoPeople.map(
    (person) =>
      `    ${person.username.padEnd(width)}  ${passwordOf(person).padEnd(8)}  ${person.tenant}, ${providerOf(person)?.type}, ${person.role}`,
  )
  return [
    '',
    '  Portico is running.',
    '',
    `  Portal               ${demo.baseUrl}/login`,
    `  Identity providers   ${demo.simulator} (simulated)`,
    '',
    '  Sign in as (username, password):',
    ...people,
    '',
    '  Identity providers that you can add under Admin > Identity Providers, test and keep:',
    ...spareProviders.flatMap((provider) => spareLines(spareValues(provider, demo), provider.type)),
    '',
    `  Three things to try as each kind of person, step by step at ${demo.baseUrl}/docs/try-it`,
    ...tours.flatMap(({ person, tries }) =>
      tries.map((title, at) => `    ${(at === 0 ? person : '').padEnd(16)}${title}`),
    ),
    '',
    '  Commands for another terminal:',
    `    bin/portico login --server ${demo.baseUrl} --service-account "$(node -p "require('${demo.folder}/automation.json').serviceAccountId")" --key-file ${demo.folder}/keys/automation.pem`,
    '    bin/portico service-account list --env Production',
    `    bin/portico-server doctor --data ${dirname(demo.folder)}`,
    '',
    '  Ctrl-C stops everything. What you change is kept; --fresh starts over.',
    '',
  ].join('\n')
}

/** One provider: where it is, what Portico is called there, and who can sign in. */
function spareLines(values: Readonly<Record<string, string>>, type: string): string[] {
  const { issuer, metadata, domainName, clientId, applicationId, windowsDomain, emailDomain } = values
  const { clientSecret, applicationSecret, username, password } = values
  const place =
    metadata !== undefined
      ? `metadata ${metadata}`
      : issuer !== undefined
        ? `issuer ${issuer}, client ID ${clientId}, client secret ${clientSecret}`
        : `domain name ${domainName}, application ID ${applicationId}, application secret ${applicationSecret}`
  const format = windowsDomain === undefined ? `email domain ${emailDomain}` : `Windows domain ${windowsDomain}`
  return [`    ${type.padEnd(9)}  ${place}`, `    ${''.padEnd(9)}  ${format}, sign in as ${username}, ${password}`]
}
