import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { TestServer } from './test-server.ts'

/** An access token from the real token endpoint, over a loopback socket. */
export async function mintToken(
  server: TestServer,
  assertion: string,
  more: Record<string, string> = {},
): Promise<string> {
  const answer = await askForToken(server, {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    ...more,
  })
  const body = (await answer.json()) as { access_token?: string }
  if (body.access_token === undefined) throw new Error(`no token: ${answer.status} ${JSON.stringify(body)}`)
  return body.access_token
}

export async function askForToken(server: TestServer, form: Record<string, string>): Promise<Response> {
  const http = createServer(server.tokenEndpoint.handler)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = http.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    return new Response(await response.text(), { status: response.status, headers: response.headers })
  } finally {
    await new Promise((resolve) => http.close(resolve))
  }
}
