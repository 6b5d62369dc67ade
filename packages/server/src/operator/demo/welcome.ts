import { demoPeople, passwordOf, providerOf } from './people.ts'

type Demo = { readonly baseUrl: string; readonly simulator: string; readonly folder: string }

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
    '  Three commands to try in another terminal:',
    `    bin/portico login --server ${demo.baseUrl} --service-account "$(node -p "require('${demo.folder}/automation.json').serviceAccountId")" --key-file ${demo.folder}/keys/automation.pem`,
    '    bin/portico app list --env Production',
    '    bin/portico service-account list --env Production --json',
    '',
    '  Ctrl-C stops everything. What you change is kept; --fresh starts over.',
    '',
  ].join('\n')
}
