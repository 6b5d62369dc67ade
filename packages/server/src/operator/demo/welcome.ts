import { demoPeople, passwordOf, providerOf } from './people.ts'
import { spareProviders, spareValues } from './spare-providers.ts'

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
    '  Three commands to try in another terminal:',
    `    bin/portico login --server ${demo.baseUrl} --service-account "$(node -p "require('${demo.folder}/automation.json').serviceAccountId")" --key-file ${demo.folder}/keys/automation.pem`,
    '    bin/portico app list --env Production',
    '    bin/portico service-account list --env Production --json',
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
