import type { GuideGroup } from './plan.ts'

const installed = 'e2e/production-guide.e2e.ts'
const ofTenant = { acme: 'initech' }

/** The pages for operators and for support users of the vendor. */
export const runIt: GuideGroup = {
  name: 'operators',
  // The session in which Kofi entered a tenant ends with that of support.
  people: { kofi: 'kofi', 'kofi-before': 'kofi', jana: 'jana' },
  plans: [
    {
      page: 'docs/guides/scaling.md',
      place: 'clone',
      steps: {
        'npm run bench': { notRun: 'measures for minutes, on a quiet machine' },
        'node bench/run.mjs': { notRun: 'measures for minutes, on a quiet machine' },
        'node bench/capacity.mjs': { runBy: 'scripts/capacity.test.ts' },
      },
    },
    {
      page: 'docs/guides/troubleshooting.md',
      session: 'account',
      steps: {
        'portico sign-in show': {
          before: 'sign_in goran@acme.example\nCODE=$(portico sign-in list --columns code | head -1)',
          fill: { 'K7QF-2M9X': '$CODE' },
        },
      },
    },
    { page: 'docs/guides/try-it.md', runBy: 'e2e/try-it.e2e.ts' },
    { page: 'docs/guides/production.md', runBy: installed },
    {
      page: 'docs/guides/support-access.md',
      session: 'account',
      steps: {
        'portico support-access deny': { answer: 'y' },
        'portico support-access end': {
          before:
            'portico support-access allow\nas kofi-before portico support enter acme --reason Test\nas kofi-before portico service-account list --env Production\nID=$(portico support-access sessions --json=id | node -p "JSON.parse(fs.readFileSync(0))[0].id")',
          fill: { ID: '$ID' },
          answer: 'y',
        },
        'portico support-access transcript': { fill: { ID: '$ID' } },
        'portico support ': { as: 'kofi' },
        'portico portal-role set': { as: 'jana', added: ' -y', fill: { 'support-staff': 'support' } },
      },
    },
    {
      page: 'docs/guides/tenant-file.md',
      texts: ['error: The file'],
      steps: {
        'portico-server tenant import': {
          before: [
            'openssl genrsa 3072 | openssl pkey -pubout > public.pem',
            'openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=partners -keyout partners.key -out partners.pem',
            'picture > logo.png',
            'picture > orders.png',
            'ORDERS_CLIENT_SECRET=0123456789abcdef0123456789abcdef',
            'NORTHWIND_CLIENT_SECRET=0123456789abcdef0123456789abcdef',
            'block yaml 2 | sed -e "/MIIBIjANBg/{" -e "r /dev/stdin" -e d -e "}" /dev/fd/3 3<&0 < <(grep -v -- ----- public.pem | sed \'s/^/      /\') > northwind.yaml',
          ].join('\n'),
        },
      },
    },
    {
      page: 'docs/guides/operating.md',
      session: 'account',
      texts: ['create role', 'grant portico_app', 'DATABASE_URL=', 'HTTPS_PROXY=', 'OTEL_EXPORTER_OTLP_ENDPOINT='],
      sections: {
        'Operating a server': { synopsis: true },
        'With pg_dump': { runBy: 'packages/server/src/operator/backup/backup.process.test.ts' },
      },
      steps: {
        'npm install --global': { runBy: installed },
        'sha256sum --check': { runBy: installed },
        'rm /var/lib/portico/database.json': {
          before: 'portico-server migrate --data other',
          fill: { '/var/lib/portico': 'other' },
        },
        'export PORTICO_SECRET_KEY': { fill: { '/var/lib/portico': '$PORTICO_DATA' } },
        'portico-server rotate-keys [': { synopsis: true },
        'portico-server backup --out': { synopsis: true },
        'portico-server restore portico.backup': { synopsis: true },
        'portico provisioning set': {
          before:
            'portico env use Production\nportico provisioning set --app Billing --url "$SCIM_URL" --token - <<< "$SCIM_TOKEN"',
        },
        'portico-server audit accept': { runBy: 'packages/server/src/operator/backup/backup.process.test.ts' },
        'portico-server tenant create': { fill: ofTenant },
        'portico-server setup-url create acme': { fill: ofTenant },
        'portico-server setup-url status acme': { fill: ofTenant },
        'portico setup open': {
          before: "portico-server setup-url create initech | grep -o 'http[^ ]*' > setup-url.txt",
        },
        'portico setup configure': {
          before: 'spare OIDC clientSecret > secret.txt',
          fill: { 'https://example.okta.com': '"$(spare OIDC issuer)"', 'clientId=ID': 'clientId=portico' },
        },
        'portico setup format': { fill: { 'acme.example': 'oidc.spare.example' } },
        'portico setup test': { before: 'BROWSER_USER=quinn@oidc.spare.example' },
        'portico setup complete': { fill: { '"Portal admins"': 'portal-admins' } },
        'portico operations': { as: 'kofi' },
        'portico-server recovery-codes drill': {
          before: 'grep -oE "[0-9A-Z]{4,}(-[0-9A-Z]{4,})+" "$LAST" | head -1 > code.txt',
          added: ' < code.txt',
        },
        'portico-server app register acme wiki': {
          before: 'application_metadata https://wiki.example.com/saml > sp.xml',
        },
        'portico-server certificate extend': {
          refused: { code: 1, saying: 'When the expired certificate of a provider locks out the only administrator' },
        },
      },
    },
  ],
}
