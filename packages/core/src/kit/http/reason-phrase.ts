/** Standard reason phrases (RFC 9110 section 15, RFC 6585) of the statuses a server of the portal may send. */
const phrases: Readonly<Record<string, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** The status text of spec section 8. Browsers do not have it over HTTP/2; undefined for any other status. */
export function reasonPhrase(status: number | string): string | undefined {
  return Object.hasOwn(phrases, status) ? phrases[status] : undefined
}
