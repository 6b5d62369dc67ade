import { settings } from '../config/keys.ts'
import { exitCodes } from '../errors/exit-codes.ts'
import { formats } from '../output/formats.ts'

export type Topic = { readonly name: string; readonly summary: string; readonly text: () => string }

/** What `help topics` explains. Tables come from the code that acts on them. */
export const topics: readonly Topic[] = [
  { name: 'environment', summary: 'Environment variables', text: environmentText },
  { name: 'exit-codes', summary: 'Exit codes', text: exitCodesText },
  { name: 'output', summary: 'Forms of output, fields, sorting', text: outputText },
  { name: 'profiles', summary: 'Profiles, settings and where they lie', text: profilesText },
]

function environmentText(): string {
  const rows = settings.flatMap(({ variable, summary }) =>
    variable === undefined ? [] : [[variable, summary] as const],
  )
  const others: readonly (readonly [string, string])[] = [
    ['NO_COLOR', 'No colours'],
    ['CLICOLOR_FORCE', 'Colours also where the output is not a terminal'],
    ['TERM', 'dumb: no colours'],
    ['CI', 'No colours'],
    ['COLUMNS', 'Width to fit tables to'],
    ['HTTPS_PROXY', 'Proxy to reach servers through; NO_PROXY names exceptions'],
    ['NODE_EXTRA_CA_CERTS', 'File of further certificate authorities to trust'],
    ['XDG_CONFIG_HOME', 'Folder of portico/config.json (else ~/.config)'],
    ['XDG_STATE_HOME', 'Folder of portico/credentials.json (else ~/.local/state)'],
  ]
  return [
    'PORTICO_SERVER, PORTICO_SERVICE_ACCOUNT and PORTICO_KEY_FILE together sign in without a login',
    'and write nothing to disk.',
    '',
    ...columns([...rows, ...others]),
  ].join('\n')
}

function exitCodesText(): string {
  return columns(exitCodes.map(([code, meaning]) => [String(code), meaning])).join('\n')
}

function outputText(): string {
  return [
    'Data goes to stdout, words go to stderr. On a terminal data is an aligned table cut to the width, with',
    'relative times. In a pipe it is TSV without a head, nothing cut, times in RFC 3339 UTC.',
    '',
    ...columns([
      ['--json [FIELDS]', 'JSON with all fields, or those named; a list is always an array'],
      ['-o FORMAT', formats.join(', ')],
      ['--columns FIELDS', 'fields to print'],
      ['--sort FIELD', 'sort by a field; -FIELD the other way round'],
      ['--filter FIELD=VALUE', 'only rows with this value; a list passes when it holds the value'],
    ]),
    '',
    'Under --json a failure is one JSON object on stderr: kind, exitCode, errorID, errorMessage, details,',
    'hint, requestID. In TSV a tab, newline or backslash inside a value is written \\t, \\n, \\\\.',
  ].join('\n')
}

function profilesText(): string {
  return [
    'A setting comes from the first of: a flag, an environment variable, .portico.json in this folder or one',
    'above it, the profile, config.json, the default. "portico config explain KEY" shows which.',
    '',
    ...columns(
      settings.map(({ key, summary, inProject }) => [key, inProject ? summary : `${summary} (not in .portico.json)`]),
    ),
  ].join('\n')
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
