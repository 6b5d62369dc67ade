/** What ids of providers and slugs of applications look like. */
export const shortName = {
  test: /^[a-z0-9][a-z0-9-]{0,62}$/,
  sentence: 'use lower-case letters, digits and hyphens, 63 at most.',
}

export const hostName = { test: /^[a-z0-9.-]+$/i, sentence: 'write a host name or an IPv4 address.' }

export const guid = {
  test: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  sentence: 'write a GUID, e.g. 3f0c1c5e-7a52-4b1e-9d0a-5b6d1f2e3a4b.',
}

export const webAddressSentence = 'write whole http or https addresses without a fragment.'

export function isWebAddress(uri: string): boolean {
  return URL.canParse(uri) && /^https?:\/\//i.test(uri) && !uri.includes('#')
}

/** Whether an address is on this machine (RFC 8252, section 8.3, and the name localhost). */
export function isLoopback(uri: string): boolean {
  if (!isWebAddress(uri)) return false
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(uri).hostname)
}

/** The same as sources of a content security policy, which has no IPv6 addresses. */
export const loopbackOrigins = ['localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:*`, `https://${host}:*`])

/** Reports each item whose key occurred before; empty keys are reported elsewhere. */
export function onlyOnce<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
  place: string,
  name: string,
  problems: string[],
): void {
  const seen = new Set<string>()
  items.forEach((item, index) => {
    if (key(item) !== '' && seen.has(key(item))) problems.push(`${place}[${index}].${name}: is there twice.`)
    seen.add(key(item))
  })
}
