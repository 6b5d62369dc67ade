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
    summary: 'Setting up and troubleshooting identity providers',
    text: identityProvidersText,
  },
  { name: 'output', summary: 'Output formats, fields, sorting', text: outputText },
  { name: 'profiles', summary: 'Profiles, settings and where they are stored', text: profilesText },
]

function environmentText(): string {
  const rows = settings.flatMap(({ variable, summary }) =>
    variable === undefined ? [] : [[variable, summary] as const],
  )
  const others: readonly (readonly [string, string])[] = [
    ...Object.values(secretVariables).map((name) => [name, 'Secret for idp create and idp update'] as const),
    ['NO_COLOR', 'No colours'],
    ['CLICOLOR_FORCE', 'Colours even if the output is not a terminal'],
    ['TERM', 'dumb: no colours'],
    ['CI', 'No colours, no progress, no pager, no browser'],
    ['COLUMNS', 'Width of tables'],
    ['PAGER', 'Program for tables longer than the screen (default: less); empty or cat: none'],
    ['LESS', 'Options of less (default: FRX)'],
    ['BROWSER', 'Browser that login, open and launch start'],
    ['INK_SCREEN_READER', '1 or true: the terminal UI writes lines instead of drawing'],
    ['HTTPS_PROXY', 'Proxy for connections to servers; NO_PROXY lists exceptions'],
    ['NODE_EXTRA_CA_CERTS', 'File of additional certificate authorities to trust'],
    ['XDG_CONFIG_HOME', 'Folder of portico/config.json (default: ~/.config)'],
    ['XDG_CACHE_HOME', 'Folder where completion keeps names for a minute (default: ~/.cache)'],
    ['XDG_STATE_HOME', 'Folder of portico/credentials.json (default: ~/.local/state)'],
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
    'Data goes to stdout, messages go to stderr. On a terminal, data is an aligned table with short times, cut to',
    'the width; -o wide does not cut. In a pipe, data is uncut TSV without column names, with times in RFC 3339 UTC.',
    '',
    ...columns([
      ['--json [FIELDS]', 'JSON with all fields, or those named; a list is always an array'],
      ['-o FORMAT', formats.join(', ')],
      ['--jq EXPRESSION', 'pass the JSON through a jq expression; strings are printed without quotes'],
      ['--columns FIELDS', 'fields to print'],
      ['--sort FIELD', 'sort by a field; -FIELD: in reverse order'],
      ['--filter FIELD=VALUE', 'only rows with this value, or with a list that contains it'],
      ['--filter FIELD~TEXT', 'only rows whose value contains the text'],
      ['--watch [SECONDS]', 'read the list again until Ctrl-C; in a pipe, print changes as JSON lines'],
    ]),
    '',
    'With --json, a failure is one JSON object on stderr: kind, exitCode, errorID, errorMessage, details,',
    'hint, requestID. In TSV, a tab, newline or backslash inside a value is written \\t, \\n, \\\\.',
    '',
    'Control characters in values are escaped, such as \\u001b, even in a pipe; in JSON and YAML, this does not change the',
    'value. In CSV and TSV, text that a spreadsheet would run as a formula (it begins with =, +, -, @, tab or a line end)',
    'gets a leading apostrophe, which "service-account create -f" removes. Programs that need the exact text should use --json.',
  ].join('\n')
}

function accessibilityText(): string {
  return [
    'With --accessible (or "portico config set accessible true", or PORTICO_ACCESSIBLE=true) output is never redrawn:',
    'there is no progress line and no pager, and tables are lines of "label: value" with an empty line between objects.',
    '',
    'NO_COLOR=1 turns colours off; nothing is shown by colour only. In the terminal UI, INK_SCREEN_READER=true',
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
      ['key1, key2', 'PEM, or @FILE relative to the file (from stdin: to this folder)'],
      ['apps', 'URN or URN:ROLE; a list, or text separated by spaces'],
    ]),
    '',
    '  - name: nightly-export',
    '    key1: "@keys/nightly.pem"',
    '    apps: [urn:portico:acme:application:billing:reader]',
    '',
    'Errors are reported with the number of the row, and the other rows are created. Run the same command again to',
    'continue after an interruption, or after correcting rows: an existing account with the same keys and applications',
    'stays as it is; one with the same name but other keys or applications is reported as an error.',
    'Ctrl-C prints the accounts that were created and the command that continues. --dry-run sends nothing and lists rows',
    'that would fail.',
    'Exit codes: 0 all rows, 9 some rows failed, 3 no row was valid.',
  ].join('\n')
}

function identityProvidersText(): string {
  return [
    'From setup to the first sign-in:',
    '',
    '  portico idp create --type OPENSAML --name Okta --from-url https://idp.example.com/metadata',
    '  portico idp metadata Okta                     our addresses, to register at the provider; --xml as metadata',
    '  portico username-format set --idp Okta --email acme.example --windows ACME',
    '  portico idp lint Okta                         what will or may go wrong; exit code 1 if one finding is an error',
    '  portico whereis ada@acme.example              where a username leads, and why',
    '  portico sign-in show K7QF-2M9X                why a sign-in failed, by the code the person saw',
    '',
    'Set fields one by one, --set issuer=https://… --set attributes.group=groups, or from a file, -f FILE:',
    '',
    '  type: OIDC',
    '  name: Login',
    '  config:',
    '    issuer: https://login.example.com',
    '    clientId: portico',
    '  clientSecret: "@client-secret.txt"',
    '',
    'A file or --set changes the fields it mentions and keeps the rest; null in a file, or --unset, removes a value. A new',
    'provider starts with the usual values for its type (--no-preset: with none). Its published metadata, then the file,',
    'then the flags override them. The output of "portico idp get NAME -o yaml" can be edited and passed to -f.',
    '',
    'Give secrets as @FILE or - (stdin), or in environment variables:',
    '',
    ...columns(Object.entries(secretVariables).map(([name, variable]) => [variable, name])),
    '',
    'If a signing certificate has expired: portico cert list, then portico cert extend --idp NAME --reason TEXT accepts it',
    'for 72 more hours, and portico idp update NAME --set signingCertificate2=@FILE adds the new one.',
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
