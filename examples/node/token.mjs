// Prints an access token of a service account.
//   ISSUER=https://portal.example.com ACCOUNT=… KEY_FILE=nightly.pem RESOURCE=urn:portico:acme:application:billing node token.mjs
import { createPrivateKey, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { SignJWT } from 'jose'

const { ISSUER = '', ACCOUNT = '', KEY_FILE = '', RESOURCE = '' } = process.env

const configuration = await (await fetch(`${ISSUER}/.well-known/openid-configuration`)).json()
const assertion = await new SignJWT()
  .setProtectedHeader({ alg: 'RS256', typ: 'client-authentication+jwt' })
  .setIssuer(ACCOUNT)
  .setSubject(ACCOUNT)
  .setAudience(configuration.issuer)
  .setIssuedAt()
  .setExpirationTime('2 minutes')
  .setJti(randomUUID())
  .sign(createPrivateKey(readFileSync(KEY_FILE)))
const response = await fetch(configuration.token_endpoint, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    resource: RESOURCE,
  }),
})
const answer = await response.json()
if (!response.ok) throw new Error(`${answer.error}: ${answer.error_description}`)
console.log(answer.access_token)
