import { fail } from '../errors/failure.ts'
import { phrase } from '../phrases/phrase.ts'

/** Scheme, host and port of a server's address, without a trailing slash. Anything more is rejected, not cut off. */
export function serverOrigin(address: string): string {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return fail('validation', 'The server is given as an address like https://portal.example.com.', {
      errorID: 'INVALID_VALUE',
    })
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    fail('validation', 'The address of the server begins with https:// (or http:// on this machine).')
  if (url.username !== '' || url.password !== '')
    fail('validation', 'The address of the server must not contain a user name or password.')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    fail('validation', 'The address of the server has no path: scheme, host and port only.')
  return url.origin
}

/** Plain http exposes the credential to the network, so it is allowed to this machine only, unless the person overrides it. */
export function requireSafeTransport(origin: string, insecureHttp: boolean): void {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:' || insecureHttp || isLoopback(hostname)) return
  fail(
    'validation',
    phrase`${origin} is plain http: others on the network could read your credential. Use https, or add --insecure-http if the network is yours.`,
    {
      hint: `portico login --server ${origin.replace('http:', 'https:')}`,
    },
  )
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
