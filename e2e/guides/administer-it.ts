import type { GuideGroup } from './plan.ts'

/** The pages for administrators, except those about identity providers. */
export const administerIt: GuideGroup = {
  name: 'administrators',
  people: {},
  plans: [
    {
      page: 'docs/guides/roles-and-groups.md',
      session: 'account',
      steps: {
        'portico role delete': { answer: 'Reviewer' },
        'portico mapping diff': {
          either: { codes: [0, 1], saying: '`diff` prints what differs and exits with 1 if anything does' },
        },
        'portico mapping promote': { answer: 'y' },
        'portico person sign-out': { before: 'sign_in ada@acme.example\nsign_in bruno@acme.example', answer: 'y' },
        'portico person deactivate': { answer: 'y' },
      },
    },
    {
      page: 'docs/guides/service-accounts.md',
      session: 'account',
      prepare: 'portico env use Development',
      texts: ['error: Both key slots'],
      steps: {
        'openssl genrsa': {
          before: "portico service-account delete 'Nightly export' --confirm 'Nightly export'\nrm nightly.pem",
        },
        'portico service-account create --env Development --name Export': {
          refused: { code: 3, saying: 'A private key is rejected everywhere' },
        },
        "portico service-account rotate 'Nightly export' 'Stock sync'": {
          before:
            "portico service-account update 'Nightly export' --key1 ''\nportico service-account create --name 'Stock sync' --make-key stock.pem",
        },
        "portico service-account rotate 'Nightly export' --env Development --key": {
          before:
            "portico service-account update 'Nightly export' --key2 ''\nopenssl genrsa 3072 | openssl pkey -pubout > new.pub",
        },
        'portico service-account token': {
          before:
            "portico service-account rotate 'Nightly export' --key @nightly.pub --slot 1\nportico service-account update 'Nightly export' --app urn:portico:acme:application:api-explorer:developer\nACCOUNT_ID=$(portico service-account get 'Nightly export' --json=id | node -p 'JSON.parse(fs.readFileSync(0)).id')",
          added: ' --server "$SERVER"',
        },
        'curl https://portal.example.com/oauth2/token': { before: 'block js > assertion.mjs' },
        'curl https://portal.example.com/oauth2/introspect': {
          before: [
            'portico-server app register acme billing --env production --redirect-uri https://billing.example.com/callback > secret.txt',
            "CLIENT_ID=$(sed -n 's/^client id  *//p' secret.txt)",
            "CLIENT_SECRET=$(sed -n 's/^client secret  *//p' secret.txt)",
            'TOKEN=$(portico service-account token \'Invoice importer\' --env Production --key-file "$DEMO/keys/invoice-importer.pem" --app urn:portico:acme:application:billing)',
          ].join('\n'),
        },
      },
    },
    {
      page: 'docs/guides/branding.md',
      session: 'account',
      texts: ['PORTICO_COMPANY_NAME'],
      prepare: 'picture > logo.png',
      steps: { 'portico branding reset': { answer: 'y' } },
    },
    {
      page: 'docs/guides/audit.md',
      session: 'account',
      fill: { 'https://siem.example.com/portico': 'http://127.0.0.1:$PORT/', 'siem.example.com': '127.0.0.1:$PORT' },
      texts: ['{"type"'],
      steps: {
        'portico audit list --target Auditor': {
          before: 'portico role create --name Auditors\nportico role update Auditors --name Auditor',
        },
        'portico audit revert ID --dry-run': { before: 'ID=$(head -1 "$LAST" | cut -f1)', fill: { ID: '$ID' } },
        'portico audit revert ID': { fill: { ID: '$ID' }, answer: 'y' },
        'portico-server start': { notRun: 'would be a second server on the data directory' },
        'portico webhook create --url https://ops': {
          before: 'grep --only-matching "whsec_[^ ]*" "$LAST" > siem.secret',
        },
        // The receiver in Node.js that the page shows answers.
        'portico webhook test': {
          before: [
            'block js > receiver.mjs',
            'WEBHOOK_SECRET=$(cat siem.secret) timeout 100 node receiver.mjs > received 2>&1 < /dev/null &',
            'curl --silent --retry 60 --retry-connrefused --retry-delay 1 "http://127.0.0.1:$PORT"',
          ].join('\n'),
        },
      },
    },
    {
      page: 'docs/guides/command-line.md',
      fill: {
        '01a1fe20-100c-76f9-9e7d-6087431eb7ab': '$ACCOUNT',
        'automation.pem': '$DEMO/keys/automation.pem',
        '/run/secrets/portico.pem': '$DEMO/keys/automation.pem',
      },
      prepare: 'ACCOUNT=$(node -p "require(\'$DEMO/automation.json\').serviceAccountId")',
      sections: { Commands: { runBy: 'packages/cli/src/app/program/program.test.ts' } },
      steps: {
        'portico login --server https://portal.example.com': { runBy: 'e2e/people-login.e2e.ts' },
        'portico login --server https://portal.example.com --service-account': {},
        "echo 'portico completion fish": { runBy: 'e2e/completion.e2e.ts' },
        'Add-Content': { notRun: 'needs PowerShell' },
        'portico service-account list': {
          before: [
            'portico env use Development',
            'portico service-account list | cut -f1 | { grep -v "Release bot" || true; } | while read -r name; do',
            '  portico service-account delete "$name" --confirm "$name"',
            'done',
            "portico service-account create --name 'Nightly export' --make-key nightly.pem --app urn:portico:acme:application:wiki",
          ].join('\n'),
        },
        'portico service-account list |': {},
        'portico service-account list | get': { runBy: 'packages/cli/src/app/program/program.test.ts' },
        'portico service-account list --': {},
        'portico sign-in list --watch': { before: 'sign_in goran@acme.example', interrupted: { shows: /CODE/ } },
        'portico app list --watch 10': { interrupted: { holds: '[ -s changes.jsonl ]' } },
        'portico doctor --severity soon': {
          either: { codes: [0, 1], saying: 'Exit code 0 means that nothing was found, 1 that there are findings.' },
        },
        'portico service-account get nothing': {
          before: 'portico env use Production',
          refused: { code: 6, saying: '| 6 | not found' },
        },
      },
    },
  ],
}
