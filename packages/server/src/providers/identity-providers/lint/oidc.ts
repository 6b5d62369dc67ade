import { hmacBytes } from '../check-input.ts'
import type { OidcProvider } from '../queries.ts'
import { found, when, type Found } from './finding.ts'

/** What an OpenID provider's configuration says by itself. */
export function lintOidc({ config, secrets }: OidcProvider): Found[] {
  const needed = hmacBytes(config.signatureAlgorithm)
  const held = Buffer.byteLength(secrets.clientSecret ?? '')
  return [
    ...when(config.disableSignatureVerification, () =>
      found('warning', 'signature-unchecked', 'disableSignatureVerification'),
    ),
    ...when(secrets.clientSecret === undefined && config.tokenAuthMethod !== 'private_key_jwt', () => ({
      ...found('note', 'secret-none'),
      fieldID: 'clientSecret',
    })),
    ...when(secrets.clientSecret !== undefined && held < needed, () => ({
      ...found('error', 'secret-short', null, { algorithm: config.signatureAlgorithm, needed, found: held }),
      fieldID: 'clientSecret',
    })),
    ...when(config.usernameClaim === 'email', () => found('note', 'username-email', 'usernameClaim')),
  ]
}
