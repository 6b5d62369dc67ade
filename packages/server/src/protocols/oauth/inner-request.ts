import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/**
 * A request for oidc-provider that contains only what we put there. oidc-provider builds its URLs, and one of the
 * audiences it accepts, from the Host header and the socket's encryption; both come from the base URL here,
 * not from the network. Headers that enable features (DPoP, Origin, Forwarded) are left out.
 */
export function innerRequest(baseUrl: string, method: string, path: string, form?: URLSearchParams): IncomingMessage {
  const { protocol, host } = new URL(baseUrl)
  const socket = Object.assign(new Socket(), { encrypted: protocol === 'https:' })
  const body = form === undefined ? undefined : Buffer.from(form.toString())
  const req = new IncomingMessage(socket)
  req.httpVersion = '1.1'
  req.httpVersionMajor = 1
  req.httpVersionMinor = 1
  req.method = method
  req.url = path
  req.headers = { host, accept: 'application/json' }
  if (body !== undefined) {
    req.headers['content-type'] = 'application/x-www-form-urlencoded'
    req.headers['content-length'] = String(body.length)
    req.push(body)
  }
  req.push(null)
  req.complete = true
  return req
}
