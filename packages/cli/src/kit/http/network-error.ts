/** A failed exchange, with a message that names the server; core converts it to a network problem. */
export function networkError(
  reason: unknown,
  origin: string,
  timedOutAfterMs: number | undefined,
  proxy?: string,
): Error {
  if (timedOutAfterMs !== undefined)
    return new Error(`${origin} did not finish its answer within ${timedOutAfterMs / 1000} seconds.`, { cause: reason })
  const code = codeOf(reason)
  if (proxy !== undefined && codesOf(reason).some((one) => proxyAway.includes(one)))
    return new Error(
      `The proxy ${proxy} cannot be reached. HTTPS_PROXY or HTTP_PROXY names it; NO_PROXY exempts hosts.`,
      {
        cause: reason,
      },
    )
  const said = sentences[code]
  if (said !== undefined) return new Error(said(origin), { cause: reason })
  return reason instanceof Error ? reason : new Error(String(reason))
}

/** With a proxy, these errors are about the proxy. */
const proxyAway = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]

const sentences: Readonly<Record<string, (origin: string) => string>> = {
  ECONNREFUSED: (origin) => `Nothing answers at ${origin}: the connection was refused.`,
  ENOTFOUND: (origin) => `The name in ${origin} is not known.`,
  EAI_AGAIN: (origin) => `The name in ${origin} could not be looked up.`,
  ECONNRESET: (origin) => `${origin} closed the connection.`,
  UND_ERR_SOCKET: (origin) => `${origin} closed the connection.`,
  PROXY_BROKE_OFF: (origin) => `The proxy broke the connection to ${origin} off.`,
  UND_ERR_CONNECT_TIMEOUT: (origin) => `${origin} did not accept a connection in time.`,
  ETIMEDOUT: (origin) => `${origin} did not accept a connection in time.`,
  EHOSTUNREACH: (origin) => `${origin} cannot be reached from this network.`,
  ENETUNREACH: (origin) => `${origin} cannot be reached from this network.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_SSL_WRONG_VERSION_NUMBER: withoutTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: withoutTls,
  EPROTO: withoutTls,
  HPE_INVALID_CONSTANT: (origin) =>
    `${origin} did not answer in HTTP. If it speaks TLS, give its address with https://.`,
  CERT_HAS_EXPIRED: (origin) => `The certificate of ${origin} has expired.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (origin) => `The certificate of ${origin} belongs to another host.`,
}

function withoutTls(origin: string): string {
  return `${origin} does not speak TLS. If it is plain http, give its address with http://.`
}

function untrusted(origin: string): string {
  return `The certificate of ${origin} is signed by an authority this machine does not trust. Name it in NODE_EXTRA_CA_CERTS.`
}

/** The first known code of an error, its causes, and the attempts in an AggregateError (one per address family). */
function codeOf(reason: unknown): string {
  if (!(reason instanceof Error)) return ''
  const { code } = reason as NodeJS.ErrnoException
  if (code !== undefined && code in sentences) return code
  const inner = reason instanceof AggregateError ? reason.errors : [reason.cause]
  return inner.map(codeOf).find((found) => found !== '') ?? ''
}

/** The codes of an error, its causes and its attempts. */
function codesOf(reason: unknown): string[] {
  if (!(reason instanceof Error)) return []
  const inner = reason instanceof AggregateError ? reason.errors : [reason.cause]
  return [(reason as NodeJS.ErrnoException).code ?? '', ...inner.flatMap(codesOf)]
}
