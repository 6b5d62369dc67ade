// An API that accepts Portico's access tokens.
//   ISSUER=https://portal.example.com AUDIENCE=urn:portico:acme:application:billing node server.mjs
import { createServer } from 'node:http'

import { errors } from 'jose'

import { createVerifier } from './verify.mjs'

const { ISSUER = '', AUDIENCE = '', PORT = '9000' } = process.env
const verify = await createVerifier({ issuer: ISSUER, audience: AUDIENCE })

// Each path, and the role that opens it.
const pages = { '/invoices': 'clerk', '/approvals': 'approver' }

const server = createServer(async (request, response) => {
  const answer = (status, body, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(`${JSON.stringify(body)}\n`)
  const role = pages[request.url]
  if (role === undefined) return answer(404, { error: 'not_found' })
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return answer(401, { error: 'invalid_request' }, { 'www-authenticate': 'Bearer' })
  try {
    const sender = await verify(token)
    if (!sender.roles.includes(role)) return answer(403, { error: 'insufficient_scope' })
    answer(200, sender)
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) {
      // The keys could not be read: the token may be good.
      console.error(error)
      return answer(503, { error: 'temporarily_unavailable' })
    }
    console.error(`refused: ${error.code} ${error.message}`)
    answer(401, { error: 'invalid_token' }, { 'www-authenticate': 'Bearer error="invalid_token"' })
  }
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`))
