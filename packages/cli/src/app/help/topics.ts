import { exitCodes } from '../../kit/errors/exit-codes.ts'
import { secretVariables } from '../../providers/identity-providers/secret-variables.ts'
import { formats } from '../../kit/settings/keys.ts'
import { settings } from '../../kit/settings/keys.ts'

export type Topic = { readonly name: string; readonly summary: string; readonly text: () => string }

/** The topics of `help topics`. Their tables are generated from the code. */
export const topics: readonly Topic[] = [
  { name: 'accessibility', summary: 'Screen readers, colours, motion', text: accessibilityText },
  { name: 'bulk', summary: 'Many service accounts from one file', text: bulkText },
  { name: 'completion', summary: 'Tab completion in four shells', text: completionText },
  { name: 'environment', summary: 'Environment variables', text: environmentText },
  { name: 'exit-codes', summary: 'Exit codes', text: exitCodesText },
  {
    name: 'identity-providers',
    summary: 'Identity providers, from the first to the one that fails',
    text: identityProvidersText,
  },
  { name: 'output', summary: 'Forms of output, fields, sorting', text: outputText },
  { name: 'profiles', summary: 'Profiles, settings and where they lie', text: profilesText },
]

function environmentText(): string {
  const rows = settings.flatMap(({ variable, summary }) =>
    variable === undefined ? [] : [[variable, summary] as const],
  )
  const others: readonly (readonly [string, string])[] = [
    ...Object.values(secretVariables).map((name) => [name, 'Secret for idp create and idp update'] as const),
    ['NO_COLOR', 'No colours'],
    ['CLICOLOR_FORCE', 'Colours also where the output is not a terminal'],
    ['TERM', 'dumb: no colours'],
    ['CI', 'No colours, no progress, no pager, no browser'],
    ['COLUMNS', 'Width to fit tables to'],
    ['PAGER', 'Program for tables longer than the screen (else less); empty or cat for none'],
    ['LESS', 'Flags of less (else FRX)'],
    ['BROWSER', 'Program that login, open and launch start'],
    ['INK_SCREEN_READER', '1 or true: the terminal UI writes lines instead of drawing'],
    ['HTTPS_PROXY', 'Proxy to reach servers through; NO_PROXY names exceptions'],
    ['NODE_EXTRA_CA_CERTS', 'File of further certificate authorities to trust'],
    ['XDG_CONFIG_HOME', 'Folder of portico/config.json (else ~/.config)'],
    ['XDG_CACHE_HOME', 'Folder of names that completion keeps for a minute (else ~/.cache)'],
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
    'short times. -o wide cuts nothing. In a pipe it is TSV without a head, nothing cut, times in RFC 3339 UTC.',
    '',
    ...columns([
      ['--json [FIELDS]', 'JSON with all fields, or those named; a list is always an array'],
      ['-o FORMAT', formats.join(', ')],
      ['--jq EXPRESSION', "what jq's language makes of the JSON; texts are printed without quotes"],
      ['--columns FIELDS', 'fields to print'],
      ['--sort FIELD', 'sort by a field; -FIELD the other way round'],
      ['--filter FIELD=VALUE', 'only rows with this value; a list passes when it holds the value'],
      ['--filter FIELD~TEXT', 'only rows whose value contains the text'],
      ['--watch [SECONDS]', 'reads the list again until Ctrl-C; JSON lines of changes where it is piped'],
    ]),
    '',
    'Under --json a failure is one JSON object on stderr: kind, exitCode, errorID, errorMessage, details,',
    'hint, requestID. In TSV a tab, newline or backslash inside a value is written \\t, \\n, \\\\.',
    '',
    'Control characters in values are written as \\u001b, also in a pipe; in JSON and YAML that is the same value. In CSV',
    'and TSV a text that a spreadsheet would run as a formula (it begins with =, +, -, @, tab or a line end) has an',
    'apostrophe before it, which "service-account create -f" removes: programs that need the exact text read --json.',
  ].join('\n')
}

function accessibilityText(): string {
  return [
    'With --accessible (or "portico config set accessible true", or PORTICO_ACCESSIBLE=true) nothing is drawn over:',
    'there is no progress line, no pager, and tables are lines of "label: value", an empty line between objects.',
    '',
    'NO_COLOR=1 leaves colours out. No meaning is only in a colour. In the terminal UI, INK_SCREEN_READER=true',
    'writes lines in order instead of drawing a screen.',
  ].join('\n')
}

function bulkText(): string {
  return [
    '"portico service-account create -f FILE" creates the accounts of a file, several at a time. The name sets the',
    'format: .yaml, .yml or .json, .csv, .ndjson or .jsonl; with "-f -", it is detected from the first characters.',
    '',
    ...columns([
      ['name', 'unique in the environment'],
      ['key1, key2', 'PEM, or @FILE beside the file (from stdin: in this folder)'],
      ['apps', 'URN or URN:ROLE; a list, or text with spaces between'],
    ]),
    '',
    '  - name: nightly-export',
    '    key1: "@keys/nightly.pem"',
    '    apps: [urn:portico:acme:application:billing:reader]',
    '',
    'Errors are reported with the number of the row, and the other rows are created. Run the same command again to',
    'continue after an interruption, or after correcting rows: an existing account with the same keys and applications',
    'stays as it is; one of the same name with other keys or applications is a failure.',
    'Ctrl-C prints the accounts that were made, and the command that continues. --dry-run sends nothing, and names rows that would fail.',
    'Exit codes: 0 all rows, 9 some rows failed, 3 no row was valid.',
  ].join('\n')
}

function identityProvidersText(): string {
  return [
    'From nothing to the first sign-in:',
    '',
    '  portico idp create --type OPENSAML --name Okta --from-url https://idp.example.com/metadata',
    '  portico idp metadata Okta                     our addresses, to register at the provider; --xml as metadata',
    '  portico username-format set --idp Okta --email acme.example --windows ACME',
    '  portico idp lint Okta                         what will go wrong; ends with 1 where that is certain',
    '  portico whereis ada@acme.example              where a name leads, and why',
    '  portico sign-in show K7QF-2M9X                why a sign-in failed, by the code the person saw',
    '',
    'Fields are set one by one, --set issuer=https://… --set attributes.group=groups, or by a file, -f FILE:',
    '',
    '  type: OIDC',
    '  name: Login',
    '  config:',
    '    issuer: https://login.example.com',
    '    clientId: portico',
    '  clientSecret: "@client-secret.txt"',
    '',
    'A file or --set changes what it mentions and keeps the rest; null in a file, or --unset, takes a value away. A new',
    'provider begins with what is usual for its type (--no-preset: with nothing), then takes what it publishes, then the',
    'file, then the flags. What "portico idp get NAME -o yaml" prints can be edited and given back.',
    '',
    'Secrets are given as @FILE or - (stdin), or in the environment:',
    '',
    ...columns(Object.entries(secretVariables).map(([name, variable]) => [variable, name])),
    '',
    'An expired signing certificate: portico cert list, then portico cert extend --idp NAME --reason TEXT for 72 hours,',
    'while portico idp update NAME --set signingCertificate2=@FILE puts the new one beside it.',
  ].join('\n')
}

function completionText(): string {
  return [
    'Names of environments, applications, service accounts and identity providers come from the server and are kept for a minute.',
    '',
    ...columns([
      ['bash', 'source <(portico completion bash)          in ~/.bashrc'],
      ['zsh', 'source <(portico completion zsh)           in ~/.zshrc, after compinit'],
      ['fish', 'portico completion fish | source           in ~/.config/fish/config.fish'],
      ['powershell', 'portico completion powershell | Out-String | Invoke-Expression    in $PROFILE'],
    ]),
    '',
    'Manual pages: portico help --man ~/.local/share/man/man1',
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
