import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../..', import.meta.url))

/** How JSON becomes a value, here or in a library. */
const reading =
  /JSON\.parse\(|\.json\(\)|\b(?:decodeJwt|decodeProtectedHeader|jwtVerify|fetchUserInfo|authorizationCodeGrant)\(/

/**
 * Every file of the server in which JSON becomes a value without readJson, and why that is bounded. What comes from outside is read
 * by readJson; an answer that we asked for is checked by the fetch that made the call (outbound/provider-fetch.ts).
 */
const bounded: Readonly<Record<string, string>> = {
  'kit/json/read-json.ts': 'the reader itself',
  'kit/outbound/discovery.ts': 'an answer that we asked for',
  'kit/outbound/graph-call.ts': 'an answer that we asked for',
  'kit/outbound/key-sets.ts': 'an answer that we asked for',
  'sign-in/oidc/id-token-signature.ts': 'checkJwt comes first',
  'sign-in/oidc/sign-out.ts': 'an ID token that was verified when it came',
  'protocols/openid/client-authentication.ts': 'checkJwt comes first',
  'protocols/openid/signer.ts': 'only the header before our own signature is verified, and nothing walks it',
  'protocols/oauth/access-tokens.ts': 'only the header before our own signature is verified, and nothing walks it',
  'kit/http/read-only.ts': 'the body of a request, read before',
  'protocols/scim/inbox/recorder.ts': 'the body of a request, read before',
  'protocols/scim/filter.ts': 'a single number, text or truth value',
  'sign-in/attempts/transactions.ts': 'sealed by us',
  'sign-in/attempts/provider-state.ts': 'sealed by us',
  'providers/identity-providers/drafts/passed-test.ts': 'sealed by us',
  'applications/saml-applications/held-request.ts': 'sealed by us',
  'applications/saml-applications/logout-chain.ts': 'sealed by us',
  'protocols/oauth/signing-keys.ts': 'sealed by us',
  'providers/identity-providers/queries.ts': 'sealed by us',
  'kit/database/embedded/home.ts': 'a file of the installation',
  'kit/database/embedded/library-links.ts': 'a file of the installation',
  'kit/database/belonging.ts': 'a file of the data directory',
  'kit/audit-trail/memory.ts': 'a file of the data directory',
  'operator/backup/frames.ts': 'a file of the operator',
  'operator/commands/audit.ts': 'a file of the operator',
  'operator/demo/files.ts': 'a file of the demo',
}

it('every place where JSON from outside becomes a value is bounded in depth and names', () => {
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.split('/').includes('testing'))
    .filter((path) => reading.test(codeOf(path)))
  expect(found.toSorted()).toEqual(Object.keys(bounded).toSorted())
})

function codeOf(path: string): string {
  return readFileSync(join(src, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
