import type { GuideGroup } from './plan.ts'

const installing = 'installs the packages again'
const wholeSuite = 'runs the whole suite'

/** The pages that begin in a clone with the demo, for newcomers and for developers. */
export const buildOnIt: GuideGroup = {
  name: 'newcomers and developers',
  people: { ada: 'ada' },
  plans: [
    {
      page: 'README.md',
      place: 'clone',
      fill: { 'http://127.0.0.1:8080': '$SERVER' },
      texts: ['Portal  '],
      steps: {
        'npm ci && npm run demo': { notRun: `${installing}, and the demo that it starts runs already` },
        'npm ci && npm test': { notRun: `${installing}, and ${wholeSuite}` },
      },
    },
    {
      page: 'CONTRIBUTING.md',
      place: 'clone',
      fill: { 'http://127.0.0.1:8080': '$SERVER' },
      steps: {
        'npm ci': { notRun: installing },
        'npm run dev': { runBy: 'e2e/dev.e2e.ts' },
        'npm run dev tui': { runBy: 'e2e/dev.e2e.ts' },
      },
    },
    {
      page: 'docs/guides/adding-a-noun.md',
      place: 'clone',
      texts: ['// fields.ts'],
      steps: {
        'node scripts/new-noun.mjs': { runBy: 'scripts/new-noun.process.test.ts' },
        'npm run tables && npm run format': { runBy: 'scripts/new-noun.process.test.ts' },
        'npm run lint': { notRun: wholeSuite },
      },
    },
    { page: 'docs/guides/sign-people-in.md', runBy: 'e2e/example-sign-in.e2e.ts' },
    { page: 'docs/guides/using-the-api.md', runBy: 'e2e/using-the-api-guide.e2e.ts' },
    {
      page: 'docs/guides/applications.md',
      place: 'clone',
      fill: {
        'https://billing.example.com/scim/v2': '$SCIM_URL',
        'http://127.0.0.1:8080': '$SERVER',
        'http://127.0.0.1:9000': 'http://127.0.0.1:$PORT',
      },
      texts: ['{"subject"', '{"typ"', 'OIDCOAuth', '{"active"'],
      sections: { 'Receiving webhooks': { runBy: 'e2e/example-webhooks.e2e.ts' } },
      steps: {
        'node examples/node/server.mjs': { stays: 'curl --silent http://127.0.0.1:$PORT/invoices' },
        'portico mapping set': {
          before:
            'portico-server app register acme handbook --env production --create --label Handbook --redirect-uri https://handbook.example.com/callback',
        },
        'portico sign-in show K7QF-2M9X': {
          before: 'sign_in goran@acme.example\nCODE=$(portico sign-in list --columns code | head -1)',
          fill: { 'K7QF-2M9X': '$CODE' },
        },
        'bin/portico-server app register acme archive': {
          before: 'application_metadata https://archive.example/saml > "$HOME/archive.xml"',
          fill: { 'archive.xml': '"$HOME/archive.xml"' },
        },
        'ISSUER=https://portal.example.com CLIENT_ID=01a1fe2d-… CLIENT_SECRET': {
          before: [
            'portico-server app secret acme wiki --env production > "$HOME/secret.txt"',
            'CLIENT_ID=$(sed -n \'s/^client id  *//p\' "$HOME/secret.txt")',
            'CLIENT_SECRET=$(sed -n \'s/^client secret  *//p\' "$HOME/secret.txt")',
            'as ada portico env use Production',
            "TOKEN=$(as ada portico api-token create --app 'Company Wiki' --name introspected)",
          ].join('\n'),
          fill: { '01a1fe2d-…': '$CLIENT_ID', 'pcs_…': '$CLIENT_SECRET', 'pat_…': '$TOKEN' },
        },
        'ISSUER=https://portal.example.com ACCOUNT=': {
          fill: { '01a1fe2d-…': '$ACCOUNT', 'nightly.pem': '$KEY_FILE' },
        },
        'portico provisioning resend': { answer: 'y' },
        // Two people of Billing have accounts in the application already.
        'portico provisioning test': {
          before: [
            'echo "$SCIM_TOKEN" > billing.token',
            'portico env use Production',
            'for name in ada chidi; do',
            '  curl --silent --fail "$SCIM_URL/Users" --header "authorization: Bearer $SCIM_TOKEN" --header "content-type: application/scim+json" \\',
            `    --data "{\\"schemas\\":[\\"urn:ietf:params:scim:schemas:core:2.0:User\\"],\\"userName\\":\\"$name@acme.example\\"}"`,
            'done',
          ].join('\n'),
        },
        'portico provisioning taken': {
          before:
            'for name in ada chidi; do until portico provisioning taken --app Billing | grep "$name@acme.example"; do sleep 0.5; done; done',
        },
        'portico provisioning approve --app Billing --person': { answer: 'y' },
        'portico provisioning approve --app Billing --all': {
          fill: { Headquarters: "'Acme Single Sign-On'" },
          answer: 'y',
        },
      },
    },
    {
      page: 'docs/guides/api-tokens.md',
      session: 'ada',
      steps: {
        'portico api-token list --all': { fill: { pat_7Qz1: '$(head -c 8 token)' } },
        'portico api-token revoke ID': {
          before: 'ID=$(portico api-token list --columns id | head -1)',
          fill: { ID: '$ID' },
          answer: 'nightly',
        },
      },
    },
  ],
}
