import type { GuideGroup } from './plan.ts'

const signsIn = 'quinn@oidc.spare.example'

/** The pages about identity providers. */
export const identityProviders: GuideGroup = {
  name: 'administrators of identity providers',
  people: {},
  plans: [
    { page: 'docs/guides/scim.md', runBy: 'e2e/scim-guide.e2e.ts' },
    {
      page: 'docs/guides/identity-providers.md',
      session: 'account',
      texts: ['type: OIDC'],
      fill: {
        'https://adfs.example.com/FederationMetadata/2007-06/FederationMetadata.xml': '"$(spare ADFS_SAML metadata)"',
        'https://login.example.com': '"$(spare OIDC issuer)"',
        'https://federation.example.org/metadata.xml': '"$(spare OPENSAML metadata)"',
        "'university example'": "'spare saml'",
        'acme.example,acme.co.example': 'oidc.spare.example,acme.co.example',
        '--windows ACME': '--windows NEWACME',
        'acme.example': 'oidc.spare.example',
        'example.com': 'oidc.spare.example',
      },
      prepare: `spare OIDC clientSecret > client-secret.txt\nBROWSER_USER=${signsIn}`,
      steps: {
        'portico idp update Headquarters': {
          before: 'openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=new -keyout new.key -out new.pem',
        },
        'portico idp rollover activate': { answer: 'y' },
        'portico idp rollover withdraw': { answer: 'y' },
        'portico username-format set --idp Login --email acme.example': {
          before: 'portico idp test Login\nportico idp keep Login -y',
        },
        'portico whereis': { before: 'portico idp test Login\nportico idp keep Login -y' },
        'portico username-format add --idp Headquarters': {
          refused: { code: 7, saying: 'the command fails with exit code 7' },
        },
        'portico idp update Login --set groupClaim=roles': { fill: { 'groupClaim=roles': 'groupClaim=groups' } },
        'portico idp keep Login': { answer: 'y' },
        'portico idp revert Login': { before: 'portico idp update Login --set groupClaim=roles', answer: 'y' },
        'portico idp lint': { either: { codes: [0, 1], saying: 'It exits with 1 if a finding is an error' } },
        'portico cert extend': { refused: { code: 6, saying: 'An expired signing certificate can be accepted' } },
        'portico cert refresh': {
          before: [
            'portico username-format set --idp Headquarters --windows SPARE',
            'BROWSER_USER=$(spare ADFS_SAML username) portico idp test Headquarters',
            'portico idp keep Headquarters -y',
          ].join('\n'),
        },
        'portico cert retire': {
          answer: 'y',
          refused: { code: 7, saying: 'You cannot retire the only certificate (`CERTIFICATE_LAST`)' },
        },
        'portico sign-in show': {
          before: 'sign_in goran@acme.example\nCODE=$(portico sign-in list --columns code | head -1)',
          fill: { 'K7QF-2M9X': '$CODE' },
        },
        'portico portal-role set': {
          before: 'sign_in ada@acme.example',
          fill: { admins: 'security-admins', 'it-operations': 'operations' },
          answer: 'y',
        },
        'portico idp switch --reject': { answer: 'y' },
        'portico idp switch Partners': {
          fill: { Partners: "'Acme Partners'", "'Portal admins'": 'partners' },
          answer: 'y',
        },
      },
    },
  ],
}
